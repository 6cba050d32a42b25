import lexicon from '@resources/graph/lexicon/english-names.json'
import { type CapitalisedSpan, capitalisedSpans, commonStarts, isCalendarWord } from '../names/capitalised-spans'
import type { Span } from '@engine/text/sentences/sentences'
import { type PassageText, readingOf } from '../names/passage-reading'
import { type PlainText, plainText } from './sentences/plain-text'

export type LineKind = 'prose' | 'heading' | 'row' | 'header'

/** A sentence, or a piece of one that is too long to be one. */
export interface Piece extends Span {
  readonly kind: LineKind
}

/** A proper name by its capitals; `isSure` where its place does not explain them. */
export interface CapitalName extends Span {
  readonly isSure: boolean
}

/** A passage taken apart. All spans are in order and lie within its text. */
export interface PassageParts {
  readonly source: string
  readonly plain: PlainText
  readonly pieces: readonly Piece[]
  readonly capitals: readonly CapitalName[]
}

const longestPiece = 800
const separatorRow = /^\s*\|?[\s:|-]*-{3,}[\s:|-]*$/u
/** Words that stand in names, but join two names more often. */
const joints = /\s(?:and|in|on|at|to|y|e|et|und|for the)\s/gu
/** What such a body is for may have an "and" of its own. */
const ofSeveral =
  /^(?:Ministry|Minister|Department|Bureau|Office|Secretary|Committee|School|Institute|College|Faculty|Centers?|Centre) (?:of|for) \S+(?: \S+)?$/u
/** Words that begin names as well as sentences. */
const inNames = new Set(lexicon.nameStarts)
const possessive = /['’]s?$/u
/** The first code unit that `bare` keeps. */
const firstSign = /[^\s#*_`]/
const year = /\s(?:1[5-9]|20)\d\d$/u

export function partsOf(passage: PassageText): PassageParts {
  const { headingPath, text, title } = passage
  const { sentences, capitals } = readingOf(passage)
  const plain = plainText(text)
  const headings = headingsOf([title, ...headingPath])
  const pieces = sentences.flatMap(({ start, end }) => {
    const kind = kindOf(text, { start, end }, headings)
    return cut(plain.text, start, end).map((span) => ({ ...span, kind }))
  })
  const spans = plain.text === text ? capitals : capitalisedSpans(plain.text)
  return { source: text, plain, pieces, capitals: capitalNames(plain.text, spans, pieces) }
}

interface Headings {
  readonly all: ReadonlySet<string>
  /** What each of them begins with. */
  readonly firsts: ReadonlySet<string>
}

function headingsOf(written: readonly string[]): Headings {
  const all = new Set(written.map(bare))
  return { all, firsts: new Set(Array.from(all, (one) => one.charAt(0))) }
}

function isOneOf({ all, firsts }: Headings, written: string): boolean {
  return firsts.has(firstSign.exec(written)?.[0] ?? '') && all.has(bare(written))
}

function kindOf(text: string, { start, end }: Span, headings: Headings): LineKind {
  const written = text.slice(start, Math.min(end, start + longestPiece))
  if (isOneOf(headings, written) || /^#{1,6}\s/u.test(written)) return 'heading'
  if (isRecord(written)) return 'row'
  if (!written.includes('|')) return 'prose'
  const nextLine = /^\s*\n([^\n]{0,200})/u.exec(text.slice(end, end + 240))?.[1] ?? ''
  return separatorRow.test(nextLine) ? 'header' : 'row'
}

/** `item: Ice drill; quantity: 1`: a row of a table that has no lines. */
function isRecord(written: string): boolean {
  if (!/[:：]/u.test(written)) return false
  return (written.match(/(?:^|[;；]\s?)[^;；:：]{1,40}[:：]\s/gu)?.length ?? 0) > 1
}

function bare(heading: string): string {
  return heading.replace(/[\s#*_`]+/gu, ' ').trim()
}

/** Nobody writes sentences so long, and reading them at once would take too much. */
function cut(text: string, start: number, end: number): Span[] {
  const spans: Span[] = []
  let from = start
  while (end - from > longestPiece) {
    const at = text.slice(from, from + longestPiece).search(/[\s,，、;；][^\s,，、;；]*$/u)
    let until = at > 0 ? from + at + 1 : from + longestPiece
    if (/[\ud800-\udbff]/u.test(text.charAt(until - 1))) until -= 1
    spans.push({ start: from, end: until })
    from = until
  }
  return [...spans, { start: from, end }]
}

function capitalNames(text: string, spans: readonly CapitalisedSpan[], pieces: readonly Piece[]): CapitalName[] {
  const names: CapitalName[] = []
  let at = 0
  let isInShouted: boolean | undefined
  for (const { surface, start, doubtful } of spans) {
    for (; (pieces[at]?.end ?? Infinity) <= start; at += 1) isInShouted = undefined
    const piece = pieces[at]
    if (!piece || surface.includes('\n\n')) continue
    isInShouted ??= isShouted(text, piece)
    const isExplained = piece.kind === 'heading' || piece.kind === 'header' || isInShouted
    const isLone = piece.kind === 'row' && !/\s/u.test(surface.trim())
    for (const part of partsBetweenJoints(surface, start)) {
      names.push({ ...part, isSure: !doubtful && !isExplained && !(isLone && !/.\p{Lu}|\d/u.test(surface)) })
    }
  }
  return names
}

/** "Ada Lovelace and Charles Babbage" are two, "Paris in May 1924" is one and a date. */
function partsBetweenJoints(surface: string, start: number): Span[] {
  const spans: Span[] = []
  let from = 0
  for (const match of [...surface.matchAll(joints), undefined]) {
    if (match && ofSeveral.test(surface.slice(from, match.index))) continue
    const to = match?.index ?? surface.length
    const part = surface.slice(from, to).replace(possessive, '').replace(year, '')
    const words = part.split(/\s+/u)
    while (words.length > 0 && isDateWord(words.at(-1) ?? '')) words.pop()
    const lead = words.findIndex((word) => !isDateWord(word) && !isOpening(word))
    const kept = lead === -1 ? 0 : part.indexOf(words[lead] ?? '')
    const length = lengthOfWords(part, kept, words.length - lead)
    if (lead !== -1 && length > 1) spans.push({ start: start + from + kept, end: start + from + kept + length })
    from = to + (match?.[0].length ?? 0)
  }
  return spans
}

/** "This", "See": words that get capitals behind a colon or in a list as well. */
function isOpening(word: string): boolean {
  const small = word.toLowerCase()
  return commonStarts.has(small) && !inNames.has(small)
}

function lengthOfWords(part: string, from: number, count: number): number {
  let at = from
  for (let word = 0; word < count; word += 1) {
    const match = /\s*\S+/uy
    match.lastIndex = at
    at += match.exec(part)?.[0].length ?? 0
  }
  return at - from
}

function isDateWord(word: string): boolean {
  return isCalendarWord(word) || /^(?:the|of)$/iu.test(word)
}

/** In a line of capitals alone, or of words that all begin with one, capitals say nothing. */
function isShouted(text: string, { start, end }: Span): boolean {
  const words = text.slice(start, end).match(/\p{L}+/gu) ?? []
  const shouted = words.filter((word) => word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase())
  return words.length >= 3 && shouted.length * 4 >= words.length * 3
}
