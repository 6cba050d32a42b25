import type { Span } from '@engine/text/sentences/sentences'

/** What stands in lists of references: sources with their numbers, and when they were looked up. */
const signs: readonly RegExp[] = [
  /ISBN|ISSN|OCLC|doi:|DOI:/u,
  /\b(?:Retrieved|Accessed|Archived)(?: from the original)? (?:on )?(?:\d{1,2} \p{Lu}\p{Ll}+|\p{Lu}\p{Ll}+ \d{1,2}|\d{4}-)/u,
  /\bpp?\. ?\d+(?:[–-]\d+)?\b/u,
  /https? ?s?:\/\/|\bwww\./u,
  /^\s*(?:\d{1,3}[.)]\s*)?["“][^"”]{3,120}["”]\.? \(https?/u,
  /^\s*(?:\[?\d{1,3}[\].]?\s*)?\^/u,
  /^\s*(?:\[?\d{1,3}[\].]\s*)?\p{Lu}[\p{L}'’-]+, (?:\p{Lu}\.[^.()]{0,3}){1,3}[^()]{0,80}\((?:\d{1,2} )?(?:\p{L}+ )?\d{4}[^)]{0,12}\)[.,:]/u,
  /^\s*(?:\[?\d{1,3}[\].]\s*)?\p{Lu}[\p{L}'’-]+, \p{Lu}\p{Ll}+[^.()]{0,60}\((?:\d{1,2} )?(?:\p{L}+ )?\d{4}[^)]{0,12}\)[.:]\s*["“‘\p{Lu}]/u,
  /^\s*(?:\[?\d{1,3}[\].]\s*)?\p{Lu}[\p{L}'’-]+(?: (?:and|&) \p{Lu}[\p{L}'’-]+)? \(?\d{4}\)?, pp?\. ?\d+/u,
  /\b(?:University Press|Press|Publishing|Publishers|Verlag)\b\.?(?:\s*(?:p|pp)\.|\s*$)/u,
]
/** Those that prose never has. */
const telling = new Set(signs.slice(4, 9))

function signsIn(text: string): RegExp[] {
  return signs.filter((sign) => sign.test(text))
}

/** Whether a text is an entry of a list of references rather than prose: two of its signs, or one that prose never has. */
export function isReferenceEntry(text: string): boolean {
  const found = signsIn(text)
  return found.length > 1 || found.some((sign) => telling.has(sign))
}

/** In UTF-16 units: a longer line is prose that names its sources. */
const longestLine = 400
/** The same of a numbered entry, broken over several lines as pages are. */
const longestEntry = 700
const entryStart = /^[^\S\n]*(?:\d{1,3}\.|\[\d{1,3}\])[^\S\n]+\S/gmu
const paragraphEnd = /\n[^\S\n]*\n/u

/** Whether a sentence of a text stands in such an entry: stops cut one into several, and lines do where they are broken. */
export function standsInReference(text: string, span: Span): boolean {
  const { start, end } = span
  const entry = entryAround(text, span)
  if (entry !== undefined && signsIn(entry).some((sign) => telling.has(sign))) return true
  const own = linesAround(text, start, end)
  if (own.end - own.start > longestLine) return isReferenceEntry(text.slice(start, end))
  const line = text.slice(own.start, own.end)
  if (isReferenceEntry(line)) return true
  const wide = linesAround(text, Math.max(0, own.start - 1), Math.min(text.length, own.end + 1))
  return (
    signsIn(line).length > 0 &&
    wide.end - wide.start <= longestLine &&
    isReferenceEntry(text.slice(wide.start, wide.end))
  )
}

/** All lines of the numbered entry that a sentence stands in; undefined where the sentence is in no entry. */
function entryAround(text: string, { start, end }: Span): string | undefined {
  const earliest = Math.max(0, start - longestEntry)
  const before = [...text.slice(earliest, start + 1).matchAll(entryStart)].at(-1)
  if (!before) return undefined
  const from = earliest + before.index
  const behind = text.slice(from, from + longestEntry)
  const next = [...behind.matchAll(entryStart)].find(({ index }) => index > 0)?.index ?? behind.length
  const blank = paragraphEnd.exec(behind)?.index ?? behind.length
  const length = Math.min(next, blank)
  return length < longestEntry && from + length >= end ? behind.slice(0, length) : undefined
}

/** The whole lines that a stretch of a text touches. */
function linesAround(text: string, start: number, end: number): Span {
  const next = text.indexOf('\n', end)
  return { start: start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1, end: next === -1 ? text.length : next }
}

/** Questions that such an entry may answer. */
export const asksForSource =
  /\b(?:references?|sources?|cit(?:ed|es|ation)|bibliograph\w*|publish\w*|publication|books?|articles?|papers?|authors?|wr(?:ote|itten)|journals?|thes[ie]s|dissertation|editions?|editors?|isbn|doi|urls?|links?|online|internet|web ?(?:sites?|pages?))\b|参考|引用|文献|出版|作者|网[址站页]|链接|著作|论文|期刊|杂志|[本部么些]书|书[名目]|文章|来源|编者/iu
