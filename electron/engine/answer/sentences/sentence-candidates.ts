import { frontMatterEnd } from '@shared/session/evidence-place'
import { isPipedRow } from '@engine/text/tables/piped-cells'
import { hasHan, hasWords, lineMarker } from '@engine/text/letters'
import type { Passage } from '@engine/retrieval/passage'
import { type Span, splitSentences } from '@engine/text/sentences/sentences'
import { isLabelledRow } from '@engine/text/tables/table-row'
import { isHeading, saysOneOf, standsAsHeading } from './headings'

/** A sentence of a passage that could be part of an answer; offsets are within the passage's text. */
export interface Candidate extends Span {
  readonly passage: number
  readonly text: string
  /** It stands as an item of a list or a row of a table: on a line of its own. */
  readonly item: boolean
  /** The line announces a list: it ends in a colon. */
  readonly announces: boolean
  /** The line asks something itself, as in a list of questions and answers. */
  readonly asks: boolean
  /** The question before the sentence, as in a list of questions and answers; empty where there is no question. */
  readonly replyTo: string
  /** The heading it stands under and, for a table row, the first row of its table: what it is about without saying so. */
  readonly about: string
  /** That first row, as a candidate itself; null elsewhere. */
  readonly header: Candidate | null
  /** It is such a first row: shown with its rows, never by itself. */
  readonly heads: boolean
  /** It is one of the fields that describe the document before it begins: it may answer, but says nothing that sums up. */
  readonly isFrontMatter: boolean
}

const fences = ['```', '~~~']

/** In UTF-16 units. */
const longestLine = 600
/** Up to a sign that sets things apart, else to the limit. */
const linePiece = /\S[^]{0,300}(?:[\s,;.>})\]。，；]|$)|\S[^]{0,300}/gu

/** How far behind a question its answer may stand, in UTF-16 units. */
const longestReply = 600
const question = /[?？]["”』」)）]?$/u

/** What could be quoted, before markers are taken off. */
interface Stretch extends Span {
  readonly isRow: boolean
}

interface PlacedStretch extends Stretch {
  readonly isFrontMatter: boolean
}

/** Every sentence of the passages, markers trimmed off, without headings, rules and fences. In reading order. */
export function candidatesOf(passages: readonly Passage[]): Candidate[] {
  return passages.flatMap((passage, at) => knownCandidates(passage, at))
}

/** Short answers, tables and sentences are each looked for in the same passages; kept as long as those, by place. */
const known = new WeakMap<Passage, Map<number, readonly Candidate[]>>()

function knownCandidates(passage: Passage, at: number): readonly Candidate[] {
  const byPlace = known.get(passage) ?? new Map<number, readonly Candidate[]>()
  const candidates = byPlace.get(at) ?? candidatesIn(passage, at)
  known.set(passage, byPlace.set(at, candidates))
  return candidates
}

/** In characters: less names something and says nothing, more is a table or a list in one line. */
const alone = { shortest: 20, shortestHan: 8, longest: 400 }

/** Whether a sentence may be quoted without those around it: no heading of others, of a usual length, and in the document proper. */
export function standsAlone({ text, heads, announces, isFrontMatter }: Candidate): boolean {
  const least = hasHan(text) ? alone.shortestHan : alone.shortest
  return !heads && !announces && !isFrontMatter && text.length >= least && text.length <= alone.longest
}

function candidatesIn(passage: Passage, at: number): Candidate[] {
  const { heading_path: path, title } = passage.chunk
  const candidates: Candidate[] = []
  const isTitle = saysOneOf([title, ...path])
  let heading = path.join('\n')
  let asked: Candidate | null = null
  let header: Candidate | null = null
  let tableEnd = -1
  for (const span of stretchesOf(passage)) {
    const raw = passage.text.slice(span.start, span.end)
    if (!hasWords(raw) || fences.some((fence) => raw.startsWith(fence))) {
      if (tableEnd !== -1) tableEnd = span.end
      continue
    }
    if ((passage.chunk.format !== 'code' && (isHeading(raw) || standsAsHeading(passage.text, span))) || isTitle(raw)) {
      heading = raw
      asked = null
      continue
    }
    const isPiped = isPipedRow(raw)
    const continues = isPiped && tableEnd !== -1 && passage.text.slice(tableEnd, span.start).trim() === ''
    if (!continues) header = null
    if (asked && span.start - asked.end > longestReply) asked = null
    const about = [heading, header?.text ?? ''].join('\n')
    const candidate = toCandidate(passage, span, { passage: at, about, header })
    tableEnd = isPiped ? span.end : -1
    if (!candidate) continue
    if (continues && header && !header.heads) header = headed(candidates, header)
    const replyTo = candidate.asks ? '' : (asked?.text ?? '')
    const placed: Candidate = { ...candidate, header: continues ? header : null, replyTo }
    if (isPiped && !continues) header = placed
    if (placed.asks) asked = placed
    candidates.push(placed)
  }
  return candidates
}

/** No sentence begins among the fields before a document and ends in it. */
function stretchesOf(passage: Passage): PlacedStretch[] {
  const { text, start, chunk } = passage
  const from = frontMatterEnd(passage) - start
  const cut = chunk.format === 'code' ? lines : sentencesAndRows
  const front = cut(text.slice(0, from)).map((span) => ({ ...span, isFrontMatter: true }))
  const rest = cut(text.slice(from)).map((span) => ({
    ...span,
    start: span.start + from,
    end: span.end + from,
    isFrontMatter: false,
  }))
  return [...front, ...rest]
}

function toCandidate(
  { text: whole, chunk }: Passage,
  span: PlacedStretch,
  place: Pick<Candidate, 'passage' | 'about' | 'header'>,
): Candidate | null {
  const raw = whole.slice(span.start, span.end)
  const lead = lineMarker.exec(raw)?.[0].length ?? 0
  const start = span.start + lead
  const bare = raw.trimEnd()
  const end = Math.max(start, span.start + (bare.endsWith('|') ? bare.slice(0, -1).trimEnd() : bare).length)
  const text = whole.slice(start, end)
  if (!hasWords(text)) return null
  const item = span.isRow || isPipedRow(raw) || chunk.format === 'code' || (lead > 0 && !raw.startsWith('>'))
  const announces = text.endsWith(':') || text.endsWith('：')
  // Within a paragraph somebody may ask without an answer coming.
  const asks = question.test(text) && /(?:^|\n)\s*$/u.test(whole.slice(Math.max(0, span.start - 8), span.start))
  return {
    ...place,
    start,
    end,
    text,
    item,
    announces,
    asks,
    heads: false,
    replyTo: '',
    isFrontMatter: span.isFrontMatter,
  }
}

/** Marks a row as the head of the table that turned out to follow it. */
function headed(candidates: Candidate[], row: Candidate): Candidate {
  const head = { ...row, heads: true }
  candidates[candidates.indexOf(row)] = head
  return head
}

/** In code a line can be quoted, and of a very long line, as programs write them, a piece. */
function lines(text: string): Stretch[] {
  let offset = 0
  return text.split('\n').flatMap((whole) => {
    const from = offset + whole.length - whole.trimStart().length
    offset += whole.length + 1
    const line = whole.trim()
    if (line === '') return []
    const pieces = line.length > longestLine ? [...line.matchAll(linePiece)] : []
    if (pieces.length === 0) return [{ start: from, end: from + line.length, isRow: false }]
    return pieces.map((piece) => {
      const start = from + piece.index
      return { start, end: start + piece[0].trimEnd().length, isRow: false }
    })
  })
}

/** Sentences, except that every line that is a table row stands for itself, however it is punctuated. */
export function sentencesAndRows(text: string): Stretch[] {
  const spans: Stretch[] = []
  const all = text.split('\n')
  let proseStart = 0
  let from = 0
  const closeProse = (end: number) => {
    let last: Span | undefined
    for (const sentence of splitSentences(text.slice(proseStart, end))) {
      const span = { start: proseStart + sentence.start, end: proseStart + sentence.end }
      const whole: Span | undefined =
        last && (isAside(text, last, span) || isBareValue(text, last, span))
          ? { ...span, start: last.start }
          : undefined
      if (whole) spans.pop()
      last = whole ?? span
      spans.push({ ...last, isRow: false })
    }
  }
  for (const [at, line] of all.entries()) {
    if (isPipedRow(line) || isLabelledRow(line, [nearest(all, at, -1), nearest(all, at, 1)])) {
      closeProse(from)
      spans.push({ start: from, end: from + line.length, isRow: true })
      proseStart = from + line.length
    }
    from += line.length + 1
  }
  closeProse(text.length)
  return spans
}

/** Of what names a value, in UTF-16 units. */
const longestName = 60
const letter = /\p{L}/u
const bracketed = /^[(（][^()（）]*[)）][.。]?$/u

/** Whether a sentence in brackets adds something to the one before it in its line: by itself it says too little. */
function isAside(text: string, before: Span, { start, end }: Span): boolean {
  const aside = text.slice(start, end)
  if (end - before.start > longestLine || !bracketed.test(aside)) return false
  // What asks, and what is asked, stay by themselves.
  if (question.test(aside) || question.test(text.slice(before.start, before.end))) return false
  return !text.slice(before.end, start).includes('\n')
}

/** Whether a line of figures stands right under the short line that names them: by itself it says nothing. */
function isBareValue(text: string, before: Span, { start, end }: Span): boolean {
  const name = text.slice(before.start, before.end)
  const isAlone = text.slice(before.end, start).split('\n').length === 2 && !letter.test(text.slice(start, end))
  return isAlone && name.length <= longestName && letter.test(name) && !/[\d\n]|[.!?。！？]$/u.test(name)
}

/** The next line on one side, an empty one left out; empty at an end. */
function nearest(all: readonly string[], at: number, step: 1 | -1): string {
  return [all[at + step], all[at + 2 * step]].find((line) => line !== undefined && line.trim() !== '') ?? ''
}
