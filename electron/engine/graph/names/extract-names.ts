import { capitalisedSpans, commonStarts } from './capitalised-spans'
import { nameKey } from './name-key'
import { type PassageText, readingOf } from './passage-reading'
import { connectors, definitions } from '@engine/text/english/acronyms'
import { chineseNames, quotedNames } from './written-names'
import { isStopTerm } from '@engine/text/english/stop-words'

/** Where a name stands in its passage; a title or heading says what the passage is about. */
export type NamePlace = 'title' | 'heading' | 'text' | 'part'

export interface FoundName {
  readonly key: string
  /** As written where it was first found. */
  readonly surface: string
  readonly place: NamePlace
}

export interface FoundNames {
  readonly names: readonly FoundName[]
  /** Short forms with their names, as keys. */
  readonly aliases: readonly { readonly short: string; readonly long: string }[]
}

const longestKey = 120
const placeRank: Readonly<Record<NamePlace, number>> = { title: 3, heading: 2, text: 1, part: 0 }
/** `Brand (play)`, `Mercury（行星）`: what is in the brackets tells namesakes apart and is not written elsewhere. */
const bracketed = /(?<!\s)\s*[(（][^()（）]*[)）]\s*/gu
const numbering =
  /^\s*(?:(?:chapter|section|part|appendix)\s+[\divxlc]+(?:\.\d+)*[.):、]?|\d{1,3}(?:\.\d+)+\.?|[\divxlc]{1,4}[.)、])\s+|^第[一二三四五六七八九十百\d]+[章节部分篇]\s*/iu

/** Names of one passage, each key once, at its most telling place. Rules only, in English and Chinese. */
export function extractNames(passage: PassageText): FoundNames {
  const { title, headingPath, text } = passage
  const found = new Map<string, FoundName>()
  const add = (surface: string, place: NamePlace) => {
    const key = nameKey(surface)
    if (!isName(key)) return
    const known = found.get(key)
    if (!known || placeRank[place] > placeRank[known.place]) found.set(key, { key, surface: surface.trim(), place })
  }
  addTitle(title, 'title', add)
  for (const heading of headingPath) addTitle(heading, 'heading', add)
  const spans = readingOf(passage).capitals
  const sure = new Set<string>()
  for (const { surface, doubtful } of spans) if (!doubtful) for (const word of surface.split(' ')) sure.add(word)
  for (const { surface, doubtful, parts } of spans) {
    if (doubtful && !sure.has(surface) && !isRareStart(surface, text)) continue
    add(surface, 'text')
    for (const part of parts) add(part, 'part')
  }
  for (const name of [...quotedNames(text), ...chineseNames(text)]) add(name, 'text')
  const aliases: { short: string; long: string }[] = []
  for (const { short, long } of definitions([title, ...headingPath, text].join('\n'))) {
    const alias = { short: nameKey(short), long: nameKey(long) }
    if (!alias.short || !alias.long || alias.short === alias.long) continue
    add(long, 'text')
    aliases.push(alias)
  }
  return { names: [...found.values()], aliases }
}

function addTitle(title: string, place: 'title' | 'heading', add: (surface: string, place: NamePlace) => void): void {
  const plain = title.replace(numbering, '').trim()
  if (!plain) return
  add(plain, place)
  const bare = plain.replace(bracketed, ' ').trim()
  add(bare, place)
  // "Johnnycake, West Virginia", "Kestrel Col: the station": the part before is what it is about.
  const [head = '', ...rest] = bare.split(/,\s|[:：]\s?|\s[–—-]\s/u)
  if (rest.length > 0) {
    add(head, place)
    for (const part of rest) if (/^\p{Lu}|\p{Script=Han}/u.test(part)) add(part, 'part')
  }
  for (const { surface, parts } of capitalisedSpans(bare)) {
    add(surface, 'part')
    for (const part of parts) add(part, 'part')
  }
  for (const name of [...quotedNames(plain), ...chineseNames(bare)]) add(name, 'part')
}

/** A lone word at the head of a sentence is a name where the text never writes it small and it does not look like a word. */
function isRareStart(surface: string, text: string): boolean {
  const lower = surface.toLowerCase()
  if (commonStarts.has(lower) || /(?:ing|ed|ly|tion|ment|ness|ity|ous|ive|able|est)$/u.test(lower)) return false
  return !text.includes(` ${lower}`)
}

function isName(key: string): boolean {
  if (key.length < 2 || key.length > longestKey || /^[\d\s]+$/u.test(key)) return false
  return !connectors.has(key) && !commonStarts.has(key) && !isStopTerm(key)
}
