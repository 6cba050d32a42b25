import type { Block } from '@shared/documents'
import { lineText } from './pdf-compose'
import type { Line } from './pdf-lines'

export interface Paragraph {
  readonly kind: Block['kind']
  readonly lines: readonly Line[]
  readonly level?: number
}

/** The look of running text in a document, and the sizes of its headings from the largest down. */
export interface Typography {
  readonly size: number
  readonly font: string
  readonly headingSizes: readonly number[]
}

const listMarker =
  /^([•·▪◦‣∙●○■□–]|[-*]\s|\d{1,3}[.)]\s|\(\w{1,3}\)\s|\[\d{1,3}\]|[（(][一二三四五六七八九十\d]{1,3}[)）]|[一二三四五六七八九十]{1,3}、)/u

/** Most characters decide what running text looks like; larger sizes are headings. */
export function readTypography(lines: readonly Line[]): Typography {
  const sizes = new Map<number, number>()
  const fonts = new Map<string, number>()
  for (const line of lines) {
    for (const segment of line.segments) {
      const size = Math.round(segment.size * 2) / 2
      sizes.set(size, (sizes.get(size) ?? 0) + segment.characters)
      fonts.set(segment.font, (fonts.get(segment.font) ?? 0) + segment.characters)
    }
  }
  const size = mostFrequent(sizes) ?? 10
  const headingSizes = [...sizes.keys()].filter((each) => each >= size * 1.15).sort((one, other) => other - one)
  return { size, font: mostFrequent(fonts) ?? '', headingSizes }
}

/** Groups the lines of one column into paragraphs, headings, list items and table rows. */
export function findParagraphs(lines: readonly Line[], typography: Typography): Paragraph[] {
  const right = Math.max(...lines.map((line) => line.right))
  const leading = usualLeading(lines)
  const groups: Line[][] = []
  for (const [at, line] of lines.entries()) {
    const previous = lines[at - 1]
    const group = groups.at(-1)
    if (
      group &&
      previous &&
      !isTableRow(lines, at) &&
      !isTableRow(lines, at - 1) &&
      goesOn(previous, line, group, { right, leading, isTitle: line.size >= typography.size * 1.15 })
    ) {
      group.push(line)
    } else groups.push([line])
  }
  let at = 0
  return groups.map((group) => {
    const first = at
    at += group.length
    if (isTableRow(lines, first)) return { kind: 'table_row', lines: group }
    const before = lines[first - 1]
    const gap = before && group[0] ? before.y - group[0].y : Number.POSITIVE_INFINITY
    return classify(group, typography, gap > leading * 1.2)
  })
}

/** Cells side by side, on this line and on one next to it. */
function isTableRow(lines: readonly Line[], at: number): boolean {
  const cells = (index: number): number => lines[index]?.segments.length ?? 0
  return cells(at) > 1 && (cells(at) > 2 || cells(at - 1) > 1 || cells(at + 1) > 1)
}

function usualLeading(lines: readonly Line[]): number {
  const gaps: number[] = []
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1]
    if (next && Math.abs(next.size - line.size) < 0.6) gaps.push(line.y - next.y)
  }
  const size = lines[0]?.size ?? 10
  const middle = gaps.sort((one, other) => one - other)[Math.floor(gaps.length * 0.4)]
  return Math.min(middle ?? size * 1.3, size * 2.4)
}

interface Column {
  readonly right: number
  readonly leading: number
  /** Larger than running text: centred or ragged, so that the length of a line says nothing. */
  readonly isTitle: boolean
}

function goesOn(previous: Line, line: Line, group: readonly Line[], { right, leading, isTitle }: Column): boolean {
  const farthest = isTitle ? Math.max(leading * 1.3, line.size * 1.6) : leading * 1.3 + 1
  if (previous.y - line.y > farthest) return false
  if (Math.abs(line.size - previous.size) > 0.12 * previous.size) return false
  const text = lineText(line)
  if (listMarker.test(text)) return false
  if (isTitle) return true
  const before = lineText(previous)
  const [first] = group
  const isIndented = line.left > previous.left + 0.9 * line.size
  if (isIndented && group.length > 1 && first && line.left > first.left - 1) return false
  // The next word would have fitted: the line was ended on purpose.
  const word = (text.split(' ', 1)[0] ?? '').length * line.size * 0.55
  const hadRoom = previous.right + word + 2.5 * line.size < right
  return !(hadRoom && (/[.!?:;。！？：；”"]$/u.test(before) || /^[\p{Lu}\p{N}]/u.test(text)))
}

function classify(lines: readonly Line[], typography: Typography, standsApart: boolean): Paragraph {
  const text = lines.map(lineText).join(' ')
  const [line] = lines
  if (!line) return { kind: 'paragraph', lines }
  const isShort = text.length <= 200 && lines.length <= 3 && /\p{L}{2,}|\p{Script=Han}/u.test(text)
  if (isShort && line.size >= typography.size * 1.15) {
    const rank = typography.headingSizes.findIndex((size) => size <= Math.round(line.size * 2) / 2)
    return { kind: 'heading', lines, level: Math.min(6, Math.max(0, rank) + 1) }
  }
  const level = isShort && lines.length === 1 ? plainHeadingLevel(text, line, typography, standsApart) : undefined
  if (level !== undefined) return { kind: 'heading', lines, level }
  return { kind: listMarker.test(text) ? 'list_item' : 'paragraph', lines }
}

/** Headings as large as the text: in another font, alone on a line, numbered or set apart by space. */
function plainHeadingLevel(text: string, line: Line, typography: Typography, standsApart: boolean): number | undefined {
  const base = Math.min(5, typography.headingSizes.length)
  const chinese = /^第[\d一二三四五六七八九十百]{1,5}[章节節]/u.test(text)
  if (chinese && text.length < 40) return base + 1
  if (line.font === typography.font || line.size < typography.size * 0.97 || text.length > 80) return undefined
  if (/[.,;:。，；：]$/u.test(text) || /^(fig|table|图|表)/iu.test(text)) return undefined
  const number = /^(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+\p{Lu}/u.exec(text)?.[1]
  if (number !== undefined) return Math.min(6, base + number.split('.').length)
  return standsApart && text.length <= 60 && /^[\p{Lu}\p{Script=Han}]/u.test(text) ? Math.min(6, base + 1) : undefined
}

function mostFrequent<Key>(counts: ReadonlyMap<Key, number>): Key | undefined {
  let best: Key | undefined
  for (const [key, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = key
  return best
}
