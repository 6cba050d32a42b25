import type { AnswerRef, EvidenceItem, SentenceVerdict, Verdict } from '@shared/events'
import { citedSpan, type Span } from '@renderer/state/chat/turns/turn-passages'

/** A sentence of the response and the evidence that carries it. Offsets are 0-based half-open. */
export interface Sentence extends Span {
  readonly numbers: readonly number[]
  /** Which of the critic's verdicts finds fault with it; undefined where none does. */
  readonly verdict?: number | undefined
}

/** A citation mark `[n]` in the response; `cited` is the part of the evidence's text it points at, where known. */
export interface Mark extends Span {
  readonly number: number
  readonly cited: Span | null
}

/** A figure for which the source has another; `verdict` is the critic's verdict that says so. */
export interface WrongFigure extends Span {
  readonly verdict: number
}

export interface AnswerParts {
  readonly sentences: readonly Sentence[]
  readonly marks: readonly Mark[]
  readonly wrong: readonly WrongFigure[]
  /** By a language model: its sentences are Markdown, whatever they rest on, and have their marks inside. */
  readonly written: boolean
}

interface AnswerInput {
  readonly response: string
  readonly refs: readonly AnswerRef[]
  readonly evidence: readonly EvidenceItem[]
  readonly verdicts?: readonly SentenceVerdict[]
  /** Whether a language model wrote it. */
  readonly written?: boolean
}

/**
 * The sentences and marks of a response. While an answer streams there are no references yet, and the text before a mark
 * on its line counts as the sentence that the mark closes.
 */
export function answerParts({ response, refs, evidence, verdicts = [], written = false }: AnswerInput): AnswerParts {
  const items = new Map(evidence.map((item) => [item.number, item]))
  const referenced = sentencesOfRefs(refs, response.length)
  if (written) {
    return {
      marks: marksWritten(response, items, refs),
      sentences: judged(referenced, verdicts, response.length),
      wrong: wrongFigures(verdicts, response.length),
      written,
    }
  }
  const marks = marksIn(response, items, referenced, refs)
  const sentences = referenced.length > 0 ? referenced : sentencesBefore(marks, response)
  return { marks, sentences: judged(sentences, verdicts, response.length), wrong: [], written }
}

function wrongFigures(verdicts: readonly SentenceVerdict[], length: number): WrongFigure[] {
  return verdicts.flatMap(({ correction }, verdict) =>
    correction && correction.end <= length ? [{ start: correction.start, end: correction.end, verdict }] : [],
  )
}

const faults: readonly Verdict[] = ['uncompared', 'partly', 'uncited', 'unsupported']

/** The sentences with the gravest verdict on each, and those that only the critic has found: they cite nothing. */
function judged(sentences: readonly Sentence[], verdicts: readonly SentenceVerdict[], length: number): Sentence[] {
  const faulty = verdicts.flatMap(({ start, end, verdict }, index) =>
    verdict === 'supported' || end > length ? [] : [{ start, end, index, gravity: faults.indexOf(verdict) }],
  )
  if (faulty.length === 0) return [...sentences]
  const touches = (one: Span, other: Span) => one.start < other.end && other.start < one.end
  const known = sentences.map((sentence) => {
    const worst = faulty.filter((one) => touches(one, sentence)).sort((a, b) => b.gravity - a.gravity)[0]
    return worst ? { ...sentence, verdict: worst.index } : sentence
  })
  const added = faulty
    .filter((one) => !sentences.some((sentence) => touches(one, sentence)))
    .map(({ start, end, index }) => ({ start, end, numbers: [], verdict: index }))
  return [...known, ...added].sort((a, b) => a.start - b.start)
}

function sentencesOfRefs(refs: readonly AnswerRef[], length: number): Sentence[] {
  const sentences: Sentence[] = []
  const ordered = refs.toSorted((a, b) => a.response_start - b.response_start || a.response_end - b.response_end)
  for (const { response_start: start, response_end: end, number } of ordered) {
    if (start >= end || end > length) continue
    const last = sentences.at(-1)
    if (last?.start === start && last.end === end) {
      sentences[sentences.length - 1] = { start, end, numbers: [...last.numbers, number] }
    } else if (!last || last.end <= start) sentences.push({ start, end, numbers: [number] })
  }
  return sentences
}

function marksIn(
  response: string,
  items: ReadonlyMap<number, EvidenceItem>,
  sentences: readonly Sentence[],
  refs: readonly AnswerRef[],
): Mark[] {
  const marks: Mark[] = []
  const targets = new Map(refs.map((ref) => [`${ref.response_end}:${ref.number}`, ref]))
  let at = 0
  for (const match of response.matchAll(/\[(\d{1,3})\]/gu)) {
    const number = Number(match[1])
    const item = items.get(number)
    const start = match.index
    while ((sentences[at]?.end ?? Infinity) <= start) at += 1
    if (!item || (sentences[at]?.start ?? Infinity) <= start) continue
    const before = sentences[at - 1]
    const ref = (before && targets.get(`${before.end}:${number}`)) ?? refs.find((other) => other.number === number)
    marks.push({ start, end: start + match[0].length, number, cited: ref ? citedSpan(ref, item.text.length) : null })
  }
  return marks
}

/** A model's marks may stand anywhere in their sentences; what it copied from a document has been read as marks, too. */
function marksWritten(response: string, items: ReadonlyMap<number, EvidenceItem>, refs: readonly AnswerRef[]): Mark[] {
  return [...response.matchAll(/\[(\d{1,3})\]/gu)].flatMap((match) => {
    const number = Number(match[1])
    const item = items.get(number)
    if (!item) return []
    const start = match.index
    const own = refs.filter((ref) => ref.number === number)
    const around = own.find((ref) => ref.response_start <= start && start < ref.response_end)
    const ref = around ?? own.findLast((one) => one.response_end <= start) ?? own[0]
    return [{ start, end: start + match[0].length, number, cited: ref ? citedSpan(ref, item.text.length) : null }]
  })
}

function sentencesBefore(marks: readonly Mark[], response: string): Sentence[] {
  let last = 0
  return marks.flatMap(({ start, end, number }) => {
    const line = response.lastIndexOf('\n', start - 1) + 1
    const bullet = response.startsWith('- ', line) ? 2 : 0
    // A cell of a table holds one sentence.
    const cell = response.startsWith('|', line) ? response.lastIndexOf('|', start - 1) + 1 : 0
    const from = Math.max(last, line + bullet, cell)
    const text = response.slice(from, start)
    last = end
    if (text.trim() === '') return []
    return [
      {
        start: from + text.length - text.trimStart().length,
        end: start - (text.length - text.trimEnd().length),
        numbers: [number],
      },
    ]
  })
}
