import type { Gap, Page } from '@shared/documents'
import { hardToRead, type PageReading, type Paragraphs, type ReadWord } from '../../ocr/page-reading'
import type { StructureBuilder } from '../structure/structure-builder'

type Line = Paragraphs[number][number]

const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。，；：？！（）「」『』《》【】“”]/u

/**
 * Writes a page that OCR has read: its paragraphs, and where each word stands. Nothing for any other page.
 * @param kind words have no place on a slide that was not read as a whole; a picture of a document without pages has no number.
 */
export function writeReadPage(
  builder: StructureBuilder,
  reading: PageReading,
  kind: 'page' | 'slide' | 'picture' = 'page',
): void {
  if (reading.state !== 'read') return
  const items: Page['items'] = []
  let first: number | undefined
  for (const lines of joinParagraphs(reading.paragraphs)) {
    const composed = compose(lines)
    const start = builder.add('paragraph', composed.text, kind === 'picture' ? {} : { page: reading.page })
    if (start === undefined) continue
    first ??= start
    for (const [from, to, ...box] of composed.items) items.push([start + from, start + to, ...box])
  }
  builder.pages.push({
    number: reading.page,
    start: first ?? builder.length,
    end: builder.length,
    width: reading.width,
    height: reading.height,
    items: kind === 'page' ? items : [],
    ...(kind === 'picture' && { is_picture: true }),
    ocr: { confidence: reading.confidence },
  })
}

/** What is said of one such page, and of several. */
const illegibleText = [
  'is not in a language that OCR reads here, or too faint to be read',
  'are not in a language that OCR reads here, or too faint to be read',
] as const

/** Notes which of these pages wait, were hard to read, or were given up. */
export function addOcrGaps(
  builder: StructureBuilder,
  pages: readonly number[],
  readings: ReadonlyMap<number, PageReading>,
): void {
  const waiting = pages.filter((page) => !readings.has(page))
  const hard = pages.filter((page) => {
    const reading = readings.get(page)
    return reading?.state === 'read' && reading.confidence < hardToRead
  })
  const failed = pages.filter((page) => readings.get(page)?.state === 'failed')
  const illegible = pages.filter((page) => readings.get(page)?.state === 'illegible')
  const note = (kind: Gap['kind'], of: readonly number[], one: string, many: string): void => {
    if (of.length === 0) return
    builder.gaps.push({
      kind,
      detail: of.length === 1 ? `1 page ${one}.` : `${of.length} pages ${many}.`,
      pages: [...of],
    })
  }
  note('pages_waiting', waiting, 'waits to be read by OCR', 'wait to be read by OCR')
  note('pages_hard_to_read', hard, 'was hard to read by OCR', 'were hard to read by OCR')
  note('skipped_part', illegible, ...illegibleText)
  note('skipped_part', failed, 'could not be read by OCR', 'could not be read by OCR')
}

/** Tesseract ends a paragraph at many a line; one whose last line is as long as the others and ends no sentence goes on. */
function joinParagraphs(paragraphs: Paragraphs): Line[][] {
  const joined: Line[][] = []
  for (const lines of paragraphs) {
    const before = joined.at(-1)
    if (before && goesOn(before, lines)) before.push(...lines)
    else joined.push([...lines])
  }
  return joined
}

function goesOn(before: readonly Line[], after: readonly Line[]): boolean {
  const [last, next] = [before.at(-1)?.at(-1), after[0]?.[0]]
  const first = before.at(-1)?.[0]
  if (!last || !next || !first) return false
  const height = Math.max(last.box[3], next.box[3])
  const gap = last.box[1] - (next.box[1] + next.box[3])
  const isNear = gap > -height && gap < 0.9 * height
  const isAligned = Math.abs(next.box[0] - first.box[0]) < 2 * height
  const end = textOf(before.at(-1) ?? [])
  const isOpen = !/[.!?:;。！？：；]["'”’)）]?$/u.test(end) && (/^\p{Ll}/u.test(next.text) || dense.test(next.text))
  return isNear && isAligned && isOpen
}

function textOf(line: Line): string {
  return line.map(({ text }) => text).join(' ')
}

interface Composed {
  readonly text: string
  /** Offsets relative to `text`. */
  readonly items: Page['items']
}

/** The words of a paragraph in one line: divided words put together, no spaces between Chinese characters. */
function compose(lines: readonly Line[]): Composed {
  let text = ''
  const items: Page['items'] = []
  for (const line of lines) {
    const heights = evenHeights(line)
    for (const [at, word] of line.entries()) {
      if (at === 0 && /\p{Ll}[-‐]$/u.test(text) && /^\p{Ll}/u.test(word.text)) {
        text = text.slice(0, -1)
        const last = items.at(-1)
        if (last) last[1] = text.length
      } else if (text !== '' && (needsSpace(text, word) || (at === 0 && /[.!?]$/u.test(text)))) text += ' '
      const start = text.length
      text += word.text
      const [left, bottom, width, height] = word.box
      items.push([start, text.length, left, heights?.bottom ?? bottom, width, heights?.height ?? height])
    }
  }
  return { text, items: items.filter(([start, end]) => end > start) }
}

/** One height for all words of a line, so that a mark over them is even; undefined where the line is slanted. */
function evenHeights(line: Line): { readonly bottom: number; readonly height: number } | undefined {
  const bottom = Math.min(...line.map(({ box }) => box[1]))
  const height = Math.max(...line.map(({ box }) => box[1] + box[3])) - bottom
  return height <= 1.7 * Math.max(...line.map(({ box }) => box[3])) ? { bottom, height } : undefined
}

function needsSpace(before: string, { text }: ReadWord): boolean {
  return !dense.test(before.at(-1) ?? '') && !dense.test(text.charAt(0))
}
