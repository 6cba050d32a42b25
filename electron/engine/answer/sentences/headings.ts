import { headingMark } from '@engine/text/letters'
import { analyse } from '@engine/text/analyse'
import type { Span } from '@engine/text/sentences/sentences'

const longest = 80
const marked =
  /^第[一二三四五六七八九十百\d]{1,4}[章节部篇]|^[一二三四五六七八九十]{1,3}、|^\d{1,2}(?:\.\d{1,2}){0,3}\.?\s+\p{Lu}[^.!?]*$|^(?:chapter|section|part|appendix)\s+\w+/iu
const sentenceEnd = /[.!?。！？；;:：,，]\s*$/u

/** Whether a line names what follows rather than saying something: Markdown headings, numbered or capitalised short lines. */
export function isHeading(line: string): boolean {
  if (headingMark.test(line)) return true
  if (line.length > longest || sentenceEnd.test(line) || line.includes('\n')) return false
  return marked.test(line) || isCapitals(line)
}

function isCapitals(line: string): boolean {
  const letters = line.match(/\p{L}/gu) ?? []
  return letters.length >= 6 && letters.every((letter) => /\p{Lu}/u.test(letter)) && line.includes(' ')
}

/** Markers, in UTF-16 units. */
const longestMarker = 12

/** Reads lines once; what it returns says whether a line says the same words as one of them, markers and case aside. */
export function saysOneOf(lines: readonly string[]): (line: string) => boolean {
  const read = lines.map((line) => ({ length: line.length, words: analyse(line).join(' ') }))
  return (line) => {
    const near = read.filter(({ length, words }) => words !== '' && Math.abs(length - line.length) <= longestMarker)
    if (near.length === 0) return false
    const said = analyse(line).join(' ')
    return near.some(({ words }) => words === said)
  }
}

const longestTitle = 60
const anyStop = /[.!?。！？；;:：,，|]/u
const paragraphs = 3

/** Whether a short paragraph without punctuation, with prose behind it, is a heading as unmarked texts have them. */
export function standsAsHeading(text: string, { start, end }: Span): boolean {
  const line = text.slice(start, end)
  if (line.length > longestTitle || anyStop.test(line) || !/\p{L}/u.test(line)) return false
  if (start > 0 && !/\n\s*\n$/u.test(text.slice(Math.max(0, start - 4), start))) return false
  const next = text.slice(end, end + 1000).split(/\n[^\S\n]*\n/u, paragraphs)
  if (next.shift()?.trim() !== '') return false
  const [first = '', second = ''] = next.map((paragraph) => paragraph.trim())
  const isProse = (paragraph: string) => /[.!?。！？][^.!?。！？]*$/u.test(paragraph)
  return isProse(first) || (first.length <= longestTitle && !anyStop.test(first) && isProse(second))
}
