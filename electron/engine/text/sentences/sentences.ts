import { isEnclosed } from './enclosed'
import { fullStopEnds } from './full-stops'
import { semicolonEnds } from './semicolons'
import { endOfMarks, endOfTail } from './sentence-tails'

/** A stretch of a text, 0-based half-open UTF-16 offsets. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A sign that ends a sentence, and what may stand behind it and still belong to it. */
export const fullStops = /[.!?。！？；…｡؟۔।]/u
const wideStops = /[。！？；…｡]/u
/** Where a sentence may end at all. */
const stopOrBreak = new RegExp(`${fullStops.source}|\n`, 'gu')
export const closers = /["'”’」』）)\]》】*_]/u
/** "…", "……", "...", ". . .": what is left out ends a sentence only by the way. */
const omission = /(?:…+|\.{3,}|\.(?:[^\S\n]\.){2,3})/uy
/** What goes on after a closing mark: a comma, or, in Chinese, who said it. */
const wideGoesOn = /^[，、；：,]|^\p{Script=Han}{1,6}(?:说|說|问|問|道|答|喊|叫)[道着]?[。，,]/u

/**
 * Splits a text into sentences: trimmed spans in order that hold all but white space. Ends at `. ! ?` before white
 * space, at `。！？；`, and where a paragraph, list item or row ends; not in decimals, abbreviations, initials, quotations
 * that go on or lists of short members. Reference marks belong to the sentence before.
 */
export function splitSentences(text: string): Span[] {
  const spans: Span[] = []
  let start = 0
  for (let at = 0; at < text.length;) {
    stopOrBreak.lastIndex = at
    const stop = stopOrBreak.exec(text)?.index
    if (stop === undefined) break
    const { from, end } = readOn(text, start, stop)
    if (end !== undefined) {
      pushTrimmed(spans, text, start, end)
      start = end
    }
    at = from
  }
  pushTrimmed(spans, text, start, text.length)
  return spans
}

/** Where to read on after the stop or line break at `at`, and where the sentence that began at `start` ends if it does there. */
function readOn(text: string, start: number, at: number): { readonly from: number; readonly end?: number } {
  const character = text.charAt(at)
  if (character === '\n') return endsLine(text, at) ? { from: at + 1, end: at + 1 } : { from: at + 1 }
  const stops = endOfStops(text, at)
  const marked = endOfMarks(text, stops)
  if (!ends(text, { start, at, stops, end: marked })) return { from: stops }
  const end = endOfTail(text, marked)
  return { from: end, end }
}

/** Stops in a row and what they close. */
function endOfStops(text: string, at: number): number {
  omission.lastIndex = at
  let end = at + (omission.exec(text)?.[0].length ?? 1)
  while (end < text.length && (fullStops.test(text.charAt(end)) || closers.test(text.charAt(end)))) end += 1
  return end
}

interface Stops {
  /** Where the sentence begins, where its first stop stands, and where the stops and then their reference marks end. */
  readonly start: number
  readonly at: number
  readonly stops: number
  readonly end: number
}

function ends(text: string, { start, at, stops, end }: Stops): boolean {
  const character = text.charAt(at)
  const written = text.slice(at, stops)
  const isClosed = closers.test(written)
  if (isOmission(written)) return omissionEnds(text, start, at, end)
  if (character === '；' && !semicolonEnds(text, start, at)) return false
  if (wideStops.test(character)) return !(isClosed && wideGoesOn.test(text.slice(end, end + 12)))
  if (end < text.length && !/\s/u.test(text.charAt(end))) {
    // A Latin stop directly before a CJK character still ends the sentence, and so does one whose mark stands between.
    return (end > stops ? /[\p{Lu}\p{Script=Han}]/u : character === '.' ? /$^/u : /\p{Script=Han}/u).test(
      text.charAt(end),
    )
  }
  // "Why?" she said; (?) in a date; but "Really? yes."
  if ((character !== '?' || isClosed) && goesOnInLowerCase(text, end)) return false
  return character !== '.' || stops > at + 1 || fullStopEnds(text, start, at, end)
}

function isOmission(written: string): boolean {
  omission.lastIndex = 0
  const length = omission.exec(written)?.[0].length ?? 0
  return length > 0 && !/[.!?。！？；｡]/u.test(written.slice(length))
}

/** Something left out ends a sentence where another begins after white space, not in the middle of a quotation. */
function omissionEnds(text: string, start: number, at: number, end: number): boolean {
  const next = /^[^\S\n]*(\S|\n)?/u.exec(text.slice(end, end + 40)) ?? ['']
  const [space, first] = [next[0], next[1]]
  if (first === undefined || first === '\n') return !goesOnInLowerCase(text, end)
  if (space === first || /[\p{Ll}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，、；：,;:]/u.test(first))
    return false
  return !isEnclosed(text, start, at)
}

/** A small letter after the stop, in the same paragraph. */
function goesOnInLowerCase(text: string, from: number): boolean {
  return /^(?:[^\S\n]*\n)?[^\S\n]*\p{Ll}/u.test(text.slice(from, from + 40))
}

/** A single line break inside prose is only a wrap; an empty line, a marker or a short line ends the sentence. */
function endsLine(text: string, at: number): boolean {
  const rest = text.slice(at + 1, at + 80)
  if (/^[^\S\n]*(\n|$)/u.test(rest)) return true
  if (/^\s*([-*+•·>#|]|\d{1,3}[.)、]|\(\d{1,3}\)|[（(]?[一二三四五六七八九十]{1,3}[)）、.])/u.test(rest)) return true
  const lineStart = text.lastIndexOf('\n', at - 1) + 1
  const line = text.slice(lineStart, at)
  // An address goes on behind its comma; what stands in quotation marks is data.
  if (/[,，、]/u.test(line.trimEnd().slice(-1)) && !/["“{]/u.test(line) && /\p{L}/u.test(line)) return false
  return /^\s*([#|>]|```)/u.test(line) || line.trim().length < 40 || line.includes('|')
}

function pushTrimmed(spans: Span[], text: string, start: number, end: number): void {
  while (start < end && /\s/u.test(text.charAt(start))) start += 1
  while (end > start && /\s/u.test(text.charAt(end - 1))) end -= 1
  if (end > start) spans.push({ start, end })
}
