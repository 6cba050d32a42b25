import { surnameOf } from '../disambiguation/names/han-lexicon'
import { chineseNames } from '../names/written-names'
import { foldHan } from '@engine/text/chinese/han-fold'
import type { Span } from '@engine/text/sentences/sentences'
import type { Candidates } from './name-candidates'
import type { FactPatterns } from './patterns/fact-patterns'
import { NameFinder } from './name-finder'
import type { PassageParts } from './passage-parts'
import { isLikelyPerson } from './sentences/sentence'
import type { SeriesItem } from './sentences/series'

/** Names that are found before sentences are read, so that each is one word there. */
export interface KnownNames {
  readonly finder: NameFinder
  /** Numbered things of each passage. */
  readonly series: readonly (readonly SeriesItem[])[]
}

/** What all readers of a document use. */
export interface FactContext {
  readonly known: KnownNames
  /** The readers note here what they find. */
  readonly candidates: Candidates
  readonly patterns: FactPatterns
}

const bookTitle = /[《〈]([^《》〈〉\n]{2,60})[》〉]/gu
const term = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .+#/-]{1,59}$/u
const han = /\p{Script=Han}/u
const sentenceLike = /[是的了吗呢吧啊]|[ .](?:is|are|the|to|and|not|must|should|can)[ .]/u
const certain = 5
const shortHan = 12

/** Numbered things, titles in 《》, marked terms, and Chinese names by the rules of `names/written-names`. */
export function knownNames(parts: readonly PassageParts[], candidates: Candidates, patterns: FactPatterns): KnownNames {
  const finder = new NameFinder()
  const series = seriesOf(parts, patterns)
  for (const candidate of candidates.all()) for (const surface of candidate.surfaces.keys()) finder.add(surface, false)
  const rare = new Map<string, number>()
  for (const [at, { plain, pieces }] of parts.entries()) {
    for (const { start, end, type } of series[at] ?? []) {
      const surface = surfaceAt(plain.text, { start, end })
      candidates.note(surface, 'series')
      candidates.voteFor(surface, type, certain)
    }
    for (const [, title = ''] of plain.text.matchAll(bookTitle)) {
      candidates.note(title.trim(), 'proper')
      candidates.voteFor(title.trim(), 'document', certain)
      finder.add(title.trim(), false)
    }
    for (const mark of plain.marked) {
      const surface = surfaceAt(plain.text, mark)
      if (!isTerm(surface) || !candidates.note(surface, 'marked')) continue
      finder.add(surface, true)
    }
    for (const { start, end } of pieces) {
      const written = plain.text.slice(start, end)
      if (han.test(written)) for (const name of chineseNames(written)) rare.set(name, (rare.get(name) ?? 0) + 1)
    }
  }
  for (const [name, count] of rare) addRare(name, count, finder, { candidates, patterns })
  return { finder, series }
}

/** What is written at a span, as a name is kept: with single spaces. */
export function surfaceAt(text: string, { start, end }: Span): string {
  return text.slice(start, end).replace(/\s+/gu, ' ').trim()
}

function addRare(
  name: string,
  count: number,
  finder: NameFinder,
  { candidates, patterns }: Omit<FactContext, 'known'>,
): void {
  const { types } = patterns
  const characters = Array.from(name).length
  const isForeign = /[·•‧・]/u.test(name)
  const isPerson = surnameOf(foldHan(name)) !== undefined && (characters === 2 || isLikelyPerson(foldHan(name)))
  const isBody = characters > 2 && types.endsLikeBody(name)
  if (!isForeign && (count < 2 ? !(isPerson && characters === 3) : !isPerson && !isBody)) return
  for (let times = 0; times < Math.min(count, 3); times += 1) candidates.note(name, isForeign ? 'proper' : 'rare')
  if (isForeign || isPerson) candidates.voteFor(name, 'person', 1)
  finder.add(name, false)
}

function isTerm(surface: string): boolean {
  if (!term.test(surface) || sentenceLike.test(surface) || !/\p{L}/u.test(surface)) return false
  return han.test(surface) ? surface.length <= shortHan : surface.split(' ').length <= 4
}

/** Those of a series of which one alone is no name stay only where there are two. */
function seriesOf(parts: readonly PassageParts[], { series }: FactPatterns): SeriesItem[][] {
  const found = parts.map(({ plain }) => series(plain.text))
  const numbers = new Map<string, Set<number>>()
  for (const item of found.flat()) {
    const known = numbers.get(item.series) ?? new Set()
    numbers.set(item.series, known.add(item.number))
  }
  return found.map((items) => items.filter((item) => item.alone || (numbers.get(item.series)?.size ?? 0) > 1))
}
