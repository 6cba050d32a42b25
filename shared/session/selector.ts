import { CairnError } from '../errors'

/** A part of a selector: numbers as they are written, `pointer` as in RFC 6901. */
export type SelectorPart =
  | { readonly kind: 'lines'; readonly first: number; readonly last: number }
  | { readonly kind: 'chars'; readonly start: number; readonly end: number }
  | { readonly kind: 'field'; readonly pointer: string }

/** A stretch of the content, 0-based half-open UTF-16 offsets, and what it says. */
export interface Piece {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A selector that cannot be read. `position` is where the mistake stands in it, in UTF-16 units from 0. */
export class SelectorError extends CairnError {
  constructor(
    problem: string,
    readonly position: number,
  ) {
    super('INVALID_INPUT', `${problem} (character ${position + 1} of the selector)`, grammarHint)
  }
}

const grammarHint = 'Write it like lines:12-18, chars:120-260 or field:/a/b, several with commas and no spaces.'

/**
 * Reads a selector, the way a part of an evidence's content is named:
 *
 * ```ebnf
 * selector = part , { "," , part } ;
 * part     = "lines:" , number , [ "-" , number ]       (* 1-based, both ends included *)
 *          | "chars:" , number , "-" , number           (* 0-based UTF-16 units, the end left out *)
 *          | "field:" , { "/" , key } ;                 (* RFC 6901, for content that is JSON; none: all of it *)
 * number   = digit , { digit } ;                        (* 0 to 9; at most 2^53 - 1 *)
 * key      = { character - ( "/" | "," | "~" | "%" ) | "~0" | "~1" | "%25" | "%2C" } ;
 * ```
 *
 * `%25` and `%2C` are our addition to RFC 6901: a percent sign, and a comma that separates nothing.
 * @throws SelectorError where it does not follow that, where a range ends before it begins, and for a line 0.
 */
export function parseSelector(text: string): SelectorPart[] {
  const parts: SelectorPart[] = []
  let at = 0
  for (const part of text.split(',')) {
    parts.push(parsePart(part, at))
    at += part.length + 1
  }
  return parts
}

function parsePart(part: string, at: number): SelectorPart {
  const kind = part.slice(0, part.indexOf(':') + 1)
  const body = part.slice(kind.length)
  const bodyAt = at + kind.length
  if (kind === 'field:') return { kind: 'field', pointer: parsePointer(body, bodyAt) }
  if (kind === 'lines:') {
    const [first, last = first] = parseRange(body, bodyAt)
    if (first === 0) throw new SelectorError('Lines are counted from 1.', bodyAt)
    return { kind: 'lines', first, last }
  }
  if (kind === 'chars:') {
    const [start, end] = parseRange(body, bodyAt)
    if (end === undefined) throw new SelectorError('Characters need a start and an end.', at + part.length)
    return { kind: 'chars', start, end }
  }
  throw new SelectorError('A part begins with lines:, chars: or field:.', at)
}

function parseRange(body: string, at: number): [number, number?] {
  const [read = '', first = '', dash = '', second = ''] = /^([0-9]*)(-?)([0-9]*)/u.exec(body) ?? []
  const start = parseNumber(first, at)
  const secondAt = at + first.length + dash.length
  const end = dash === '' ? undefined : parseNumber(second, secondAt)
  if (read.length < body.length) throw new SelectorError('Only a comma may follow a range.', at + read.length)
  if (end === undefined) return [start]
  if (end < start) throw new SelectorError('The range ends before it begins.', secondAt)
  return [start, end]
}

function parseNumber(digits: string, at: number): number {
  if (digits === '') throw new SelectorError('A number is missing.', at)
  const value = Number(digits)
  if (!Number.isSafeInteger(value)) throw new SelectorError('The number is too large.', at)
  return value
}

function parsePointer(body: string, at: number): string {
  if (body !== '' && !body.startsWith('/')) throw new SelectorError('A field begins with a slash.', at)
  const mistake = body.search(/~(?![01])|%(?!25|2[Cc])/u)
  if (mistake !== -1) throw new SelectorError('~ is written ~0, % is written %25.', at + mistake)
  return body.replace(/%25|%2C/giu, (escape) => (escape === '%25' ? '%' : ','))
}

/**
 * Writes a selector; `parseSelector` reads the same parts from it.
 * @throws SelectorError for parts that no selector can say, and for none at all.
 */
export function formatSelector(parts: readonly SelectorPart[]): string {
  const text = parts.map(formatPart).join(',')
  parseSelector(text)
  return text
}

function formatPart(part: SelectorPart): string {
  if (part.kind === 'field') return `field:${part.pointer.replaceAll('%', '%25').replaceAll(',', '%2C')}`
  if (part.kind === 'chars') return `chars:${part.start}-${part.end}`
  return part.first === part.last ? `lines:${part.first}` : `lines:${part.first}-${part.last}`
}

/** A range of the content; `value` where what it says is not the slice itself. */
interface Range {
  readonly start: number
  readonly end: number
  readonly value?: string
}

/**
 * What a selector selects. A line ends at CR LF, LF or CR and leaves that out, several lines keep what is between them;
 * after a last line ending there is one more, empty line. The parts are a union: each is looked up in the whole
 * content, then they are sorted, and those that touch or overlap (or are lines that follow one another) become one.
 * `text` joins the pieces with line feeds. A piece is the exact slice of the content, half a character included; only a
 * JSON string, whose range is what its quotes enclose, reads without its escapes as long as nothing else touches it.
 * @throws SelectorError where the selector cannot be read; CairnError `NOT_FOUND` where a part lies outside the content,
 * `INVALID_INPUT` where a field is selected and the content is no JSON.
 */
export function resolveSelector(
  content: string,
  selector: string | readonly SelectorPart[],
): { pieces: Piece[]; text: string } {
  const parts = typeof selector === 'string' ? parseSelector(selector) : parseSelector(formatSelector(selector))
  const ranges = lineRanges(
    content,
    parts.filter((part) => part.kind === 'lines'),
  )
  for (const part of parts) {
    if (part.kind === 'chars') ranges.push(charRange(content, part))
    if (part.kind === 'field') ranges.push(fieldRange(content, part))
  }
  const pieces = merged(ranges).map(({ start, end, value }) => ({
    start,
    end,
    text: value ?? content.slice(start, end),
  }))
  return { pieces, text: pieces.map(({ text }) => text).join('\n') }
}

function outside(part: SelectorPart, why: string): CairnError {
  return new CairnError('NOT_FOUND', `${formatPart(part)} lies outside: ${why}`, 'Select something that is there.')
}

function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = result.at(-1)
    if (!last || range.start > last.end) result.push(range)
    else if (range.start !== last.start || range.end !== last.end || range.value !== last.value) {
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, range.end) }
    }
  }
  return result
}

function charRange(content: string, part: Extract<SelectorPart, { kind: 'chars' }>): Range {
  if (part.end > content.length) throw outside(part, `the text has ${content.length} characters.`)
  return { start: part.start, end: part.end }
}

type Lines = Extract<SelectorPart, { kind: 'lines' }>

function lineRanges(content: string, parts: readonly Lines[]): Range[] {
  const wanted: Lines[] = []
  for (const part of parts.toSorted((a, b) => a.first - b.first)) {
    const before = wanted.at(-1)
    if (!before || part.first > before.last + 1) wanted.push(part)
    else wanted[wanted.length - 1] = { ...before, last: Math.max(before.last, part.last) }
  }
  if (wanted.length === 0) return []
  const { starts, ends } = lineBounds(content, wanted.at(-1)?.last ?? 0)
  return wanted.map(({ first, last }) => {
    const [start, end] = [starts[first - 1], ends[last - 1]]
    if (start !== undefined && end !== undefined) return { start, end }
    const lost = parts.find((part) => part.last > ends.length)
    throw outside(lost ?? { kind: 'lines', first, last }, `the text has ${ends.length} lines.`)
  })
}

/** The starts and ends of lines, without their terminators, up to the last wanted line. */
function lineBounds(content: string, count: number): { starts: number[]; ends: number[] } {
  const starts = [0]
  const ends: number[] = []
  for (const terminator of content.matchAll(/\r\n|[\n\r]/gu)) {
    ends.push(terminator.index)
    if (ends.length === count) return { starts, ends }
    starts.push(terminator.index + terminator[0].length)
  }
  ends.push(content.length)
  return { starts, ends }
}

function fieldRange(content: string, part: Extract<SelectorPart, { kind: 'field' }>): Range {
  try {
    JSON.parse(content)
  } catch (thrown) {
    throw new CairnError('INVALID_INPUT', `${formatPart(part)} needs JSON, which this is not.`, 'Select lines.', {
      cause: thrown,
    })
  }
  const keys = part.pointer.split('/').slice(1)
  const found = locate(
    content,
    keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')),
  )
  if (!found) throw outside(part, 'there is no such field.')
  if (content.charAt(found.start) !== '"') return found
  return {
    start: found.start + 1,
    end: found.end - 1,
    value: String(JSON.parse(content.slice(found.start, found.end))),
  }
}

/** An object or array that the scan is inside of. */
interface Level {
  readonly start: number
  readonly isArray: boolean
  /** Whether the keys so far are those that lead to the field. */
  readonly isOnPath: boolean
  index: number
  key: string | undefined
}

/**
 * Where the value of a field stands in JSON that is known to be valid. One pass with a stack of its own, so that deep
 * JSON neither overflows nor costs more than its length; of a key that is there twice the last counts, as everywhere.
 */
function locate(json: string, keys: readonly string[]): Range | undefined {
  const levels: Level[] = []
  let found: Range | undefined
  let end = 0
  for (let at = 0; at < json.length; at = end) {
    const character = json.charAt(at)
    end = tokenEnd(json, at, character)
    const level = levels.at(-1)
    if (/[\s:]/u.test(character)) continue
    if (character === ',' && level) {
      level.index += 1
      level.key = undefined
    } else if (character === '}' || character === ']') {
      levels.pop()
      if (level?.isOnPath && levels.length === keys.length) found = { start: level.start, end }
    } else if (level && !level.isArray && level.key === undefined) {
      level.key = level.isOnPath ? String(JSON.parse(json.slice(at, end))) : ''
    } else {
      const key = level?.isArray ? String(level.index) : level?.key
      const isOnPath = !level || (level.isOnPath && levels.length <= keys.length && key === keys[levels.length - 1])
      if (isOnPath) found = levels.length === keys.length ? { start: at, end } : undefined
      const isArray = character === '['
      if (isArray || character === '{') levels.push({ start: at, isArray, isOnPath, index: 0, key: undefined })
    }
  }
  return found
}

function tokenEnd(json: string, at: number, character: string): number {
  let end = at + 1
  if (character === '"') {
    while (json.charAt(end) !== '"') end += json.charAt(end) === '\\' ? 2 : 1
    return end + 1
  }
  if (/[\w.+-]/u.test(character)) while (end < json.length && /[\w.+-]/u.test(json.charAt(end))) end += 1
  return end
}
