import type { Span } from '@engine/text/sentences/sentences'
import type { FactPatterns } from './patterns/fact-patterns'
import { type FactContext, surfaceAt } from './known-names'
import { nounPhrases } from './sentences/noun-phrases'
import type { PassageText } from '../names/passage-reading'
import type { PassageParts } from './passage-parts'
import { plainText } from './sentences/plain-text'
import type { StatedSurfaces } from './read-passage'
import { readSentence } from './sentences/sentence'
import type { SeriesItem } from './sentences/series'

const numbering =
  /^\s*(?:(?:chapter|section|part|appendix)\s+[\divxlc]{1,6}[.):、]?|\d{1,3}(?:\.\d{1,3}){0,5}[.、]?|[\divxlc]{1,4}[.)、]|第[一二三四五六七八九十百\d]{1,5}[章节部分篇条]|[（(]?[一二三四五六七八九十]{1,3}[)）、.])\s*/iu
type NamedItem = SeriesItem & { readonly surface: string; readonly passage: number }

const longestHeading = 80
const maxLinkWords = 6

/** What headings, links and numbers say without sentences. Whole headings and linked names are noted as candidates. */
export function readStructure(
  passages: readonly PassageText[],
  parts: readonly PassageParts[],
  context: FactContext,
): StatedSurfaces[] {
  const { candidates, patterns, known } = context
  const named = new Map<string, string | undefined>()
  const nameOf = (heading: string) => {
    if (!named.has(heading)) named.set(heading, headingName(heading, patterns))
    return named.get(heading)
  }
  for (const heading of new Set(passages.flatMap(({ headingPath }) => headingPath))) {
    const name = nameOf(heading)
    if (name !== undefined) candidates.note(name, 'heading')
  }
  return [
    ...linksOf(passages, parts, nameOf, context),
    ...headingsOf(passages, parts, nameOf),
    ...orderOf(parts, known.series),
  ]
}

/** A heading that is one noun phrase, without its number. */
function headingName(heading: string, patterns: FactPatterns): string | undefined {
  const text = plainText(heading).text.replace(numbering, '').trim()
  return text.length <= longestHeading ? wholePhrase(text, { start: 0, end: text.length }, patterns) : undefined
}

/** The text of a span if all its words are one noun phrase. */
function wholePhrase(text: string, span: Span, patterns: FactPatterns): string | undefined {
  const sentence = readSentence(text, span, [])
  const [phrase, ...more] = nounPhrases(sentence, patterns, () => false)
  const isWhole = more.length === 0 && phrase?.first === 0 && phrase.last === sentence.tokens.length - 1
  return isWhole ? surfaceAt(text, phrase.whole) : undefined
}

function linksOf(
  passages: readonly PassageText[],
  parts: readonly PassageParts[],
  nameOf: (heading: string) => string | undefined,
  { candidates, patterns }: FactContext,
): StatedSurfaces[] {
  return parts.flatMap(({ plain, source, pieces }, passage) =>
    plain.links.flatMap((link): StatedSurfaces[] => {
      const piece = pieces.find(({ start, end }) => start <= link.start && link.end <= end)
      const target = surfaceAt(plain.text, link)
      const { title = '', headingPath = [] } = passages[passage] ?? {}
      const from = headingPath.flatMap((heading) => nameOf(heading) ?? []).at(-1) ?? title.trim()
      if (!piece || from === '' || from === target || source.slice(link.start, link.end).trim() !== target) return []
      const isName = wholePhrase(plain.text, link, patterns) !== undefined || /^\p{Lu}/u.test(target)
      if (!isName || target.split(' ').length > maxLinkWords || !candidates.note(target, 'linked')) return []
      if (!candidates.note(from, 'linked')) return []
      if (from === title.trim()) candidates.voteFor(from, 'document', 1)
      return [{ kind: 'links_to', source: from, target, passage, start: piece.start, end: piece.end }]
    }),
  )
}

/** A heading holds the headings below it. The sentence is the line of the lower one. */
function headingsOf(
  passages: readonly PassageText[],
  parts: readonly PassageParts[],
  nameOf: (heading: string) => string | undefined,
): StatedSurfaces[] {
  const seen = new Set<string>()
  return passages.flatMap(({ headingPath, title }, passage): StatedSurfaces[] => {
    const [upper, lower] = headingPath.slice(-2).map(nameOf)
    const part = parts[passage]
    const written = headingPath.at(-1) ?? ''
    const line = part?.pieces.find(
      ({ kind, start, end }) => kind === 'heading' && part.plain.text.slice(start, end).includes(written),
    )
    if (upper === undefined || lower === undefined || !line || headingPath.at(-2) === title) return []
    const pair = `${upper}\n${lower}`
    if (upper === lower || seen.has(pair)) return []
    seen.add(pair)
    return [{ kind: 'includes', source: upper, target: lower, passage, start: line.start, end: line.end }]
  })
}

/** Each numbered thing precedes the next of its series; the sentence is where that is first named. */
function orderOf(parts: readonly PassageParts[], series: readonly (readonly SeriesItem[])[]): StatedSurfaces[] {
  const first = new Map<string, Map<number, NamedItem>>()
  for (const [passage, items] of series.entries()) {
    const text = parts[passage]?.plain.text ?? ''
    for (const item of items) {
      const numbers = first.get(item.series) ?? new Map<number, NamedItem>()
      if (!numbers.has(item.number)) numbers.set(item.number, { ...item, surface: surfaceAt(text, item), passage })
      first.set(item.series, numbers)
    }
  }
  return [...first.values()].flatMap((numbers) =>
    [...numbers].flatMap(([number, { surface }]): StatedSurfaces[] => {
      const next = numbers.get(number + 1)
      const { surface: target, passage = -1 } = next ?? {}
      const piece = next && parts[passage]?.pieces.find(({ start, end }) => start <= next.start && next.end <= end)
      if (target === undefined || !piece || next.type === 'shortcut') return []
      return [{ kind: 'precedes', source: surface, target, passage, start: piece.start, end: piece.end }]
    }),
  )
}
