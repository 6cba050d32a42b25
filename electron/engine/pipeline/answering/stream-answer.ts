import type { EventBody } from '@shared/events'
import { type Note, note } from '@shared/note'
import type { SessionEntry } from '@engine/ports/storage/session-store'
import { betterWriting } from '../writing/better-writing'
import { type Composing, composeChecked, type Written } from './checked-answer'
import { quoteBehindBroken } from './quote-behind-broken'
import type { StageOutcome } from '../stage'
import { noSuggestions, suggestInTime } from '../suggest/suggest-in-time'
import type { PipelineRooms } from '../turn'
import type { AnswerState } from './answer-state'
import type { WritingSink } from '../writing/write-answer'

export interface StreamParts {
  readonly turnId: string
  /** Kept up to date with everything shown. */
  readonly answer: AnswerState
  readonly rooms: Pick<PipelineRooms, 'pace'>
  readonly emit: (body: EventBody) => void
  readonly append: (entries: readonly SessionEntry[]) => Promise<void>
  readonly clock: () => number
  /** When the turn began, by `clock`. */
  readonly start: number
  /** Milliseconds composing may take. */
  readonly firstTokenMs: number
}

/** A response and what may follow it. */
export interface Streamed {
  readonly response: string
  readonly suggestions: string[]
}

/** Stage 8: a written answer as it comes, or a composed one once it is checked. A token is recorded before it is sent. */
export async function streamAnswer(
  composing: Composing,
  parts: StreamParts,
  signal: AbortSignal,
): Promise<StageOutcome<Streamed>> {
  const { answer, clock } = parts
  const { troubles = [] } = composing
  answer.composingFrom = clock()
  if (!composing.write) return streamComposed(composing, parts, troubles, signal)
  if (composing.writer !== undefined) {
    parts.emit({ type: 'stage_wait', stage: 8, model: composing.writer, go_on: false })
  }
  const written = await composing.write(writingSink(composing, parts, signal), signal)
  if ('answer' in written) return finishWritten(written, composing, parts, signal)
  answer.addCall(written.call)
  // What the model took is not to be taken from composing.
  answer.composingFrom = clock()
  const before = [...troubles, ...written.problems, note('quoted_instead')]
  return streamComposed(composing, parts, before, signal)
}

async function streamComposed(
  composing: Composing,
  parts: StreamParts,
  before: readonly Note[],
  signal: AbortSignal,
): Promise<StageOutcome<Streamed>> {
  const { answer: shown, clock, firstTokenMs, rooms } = parts
  const { suggest, said } = composing
  if (said) {
    shown.writer = said.model
    shown.written = said
  }
  const checked = await composeChecked(composing, firstTokenMs, clock, signal)
  const { answer } = checked
  shown.evidence = answer.evidence
  shown.refs = answer.refs
  await restOn(composing.restsOn?.(answer, checked.quoted), parts)
  if (answer.evidence.length > 0) parts.emit({ type: 'evidence', items: [...answer.evidence] })
  const suggested = suggest && answer.evidence.length > 0 ? suggestInTime(suggest, answer, signal) : noSuggestions
  for (const [at, contents] of groupsOf(tokensOf(answer.response), rooms.pace ? 1 : recordedTogether).entries()) {
    if (at === 0) emitFirstToken(parts)
    await emitTokens(contents, parts, signal)
    signal.throwIfAborted()
    await rooms.pace?.(signal)
  }
  const { suggestions, problems } = await suggested
  shown.critique = checked.critique
  shown.give(answer)
  const value = { response: answer.response, suggestions }
  const summary = [note('sources', { count: answer.evidence.length }), ...checked.summary]
  return outcomeOf(value, summary, [...before, ...checked.problems, ...problems])
}

function writingSink(composing: Composing, parts: StreamParts, signal: AbortSignal): WritingSink {
  const { answer: shown, emit } = parts
  return {
    async begin(model) {
      shown.writer = model
      // Again when it is whole; this is for a turn that is stopped before.
      await restOn(composing.restsOn?.({ response: '', refs: [], evidence: [] }, false), parts)
      emitFirstToken(parts)
    },
    async token(content, { evidence, refs }, citesNew) {
      shown.evidence = evidence
      shown.refs = refs
      if (citesNew) emit({ type: 'evidence', items: [...evidence] })
      await emitTokens([content], parts, signal)
    },
  }
}

async function finishWritten(
  first: Written,
  composing: Composing,
  parts: StreamParts,
  signal: AbortSignal,
): Promise<StageOutcome<Streamed>> {
  const { answer: shown } = parts
  const { suggest, troubles = [] } = composing
  keep(first, composing, shown)
  const whole = await quoteBehind(first, composing, parts, signal)
  await emitTokens(tokensOf(whole.notice), parts, signal)
  const { kept, other, summary: better, problems: second } = await betterWriting(whole, signal)
  if (other) shown.addCall(other)
  const { answer, call, thoughtWords, mended, brokeOff, notice, critique, problems } = kept
  const isCited = answer.evidence.length > 0
  const suggested = suggest && isCited ? await suggestInTime(suggest, answer, signal) : noSuggestions
  signal.throwIfAborted()
  if (kept !== whole) await replaceBy(kept, composing, parts)
  shown.critique = critique
  // What a model wrote without a citation may still be an answer; that it found none is not.
  shown.give({ ...answer, outcome: critique ? 'answer' : answer.outcome })
  const summary = [
    note('sources', { count: answer.evidence.length }),
    note('written_by', { model: call.model.name }),
    ...(thoughtWords > 0 ? [note('thought_about', { count: thoughtWords })] : []),
    ...(mended > 0 ? [note('citations_mended', { count: mended })] : []),
    ...better,
  ]
  const value = { response: answer.response + notice, suggestions: suggested.suggestions }
  const reason = [...troubles, ...(brokeOff ? [brokeOff] : []), ...problems, ...second, ...suggested.problems]
  return outcomeOf(value, summary, reason)
}

/** What the documents say behind the words of a model that broke off; its notices are the quoted answer's own. */
async function quoteBehind(
  first: Written,
  composing: Composing,
  parts: StreamParts,
  signal: AbortSignal,
): Promise<Written> {
  if (first.brokeOff?.key !== 'model_broke_off') return first
  const { answer: shown, clock, emit, firstTokenMs: budget } = parts
  const quoted = await quoteBehindBroken(first, composing, { budget, clock }, signal)
  if (!quoted) return first
  const { answer, critique } = quoted
  shown.evidence = answer.evidence
  shown.refs = answer.refs
  emit({ type: 'evidence', items: [...answer.evidence] })
  await emitTokens(tokensOf(quoted.added), parts, signal)
  return { ...first, answer, critique, notice: '', problems: [...first.problems, ...quoted.problems] }
}

function keep({ answer, call, brokeOff }: Written, { restsOn }: Composing, shown: AnswerState): void {
  shown.writer = call.model
  shown.written = call
  shown.brokeOff = brokeOff
  shown.evidence = answer.evidence
  shown.refs = answer.refs
  shown.restsOn = restsOn?.(answer, false)
}

/** The better answer, from here on, in the record and wherever the turn ends; `final` brings its words. */
async function replaceBy(written: Written, composing: Composing, parts: StreamParts): Promise<void> {
  const { answer, notice } = written
  await appendBlocks(composing.restsOn?.(answer, false), parts)
  keep(written, composing, parts.answer)
  parts.answer.streamed = answer.response + notice
  parts.emit({ type: 'evidence', items: [...answer.evidence] })
}

function outcomeOf(value: Streamed, summary: readonly Note[], reason: readonly Note[]): StageOutcome<Streamed> {
  return reason.length > 0 ? { value, summary, status: 'degraded', reason } : { value, summary }
}

/** The blocks of the prompt are in the record before anything of the answer is. */
async function restOn(restsOn: AnswerState['restsOn'], parts: StreamParts): Promise<void> {
  parts.answer.restsOn = restsOn
  await appendBlocks(restsOn, parts)
}

async function appendBlocks(restsOn: AnswerState['restsOn'], { append }: StreamParts): Promise<void> {
  await append((restsOn?.prompt?.blocks ?? []).map((block) => ({ op: 'block', block })))
}

function emitFirstToken({ answer, emit, clock, start }: StreamParts): void {
  answer.firstTokenAt = clock()
  const writer = answer.writer && { model: answer.writer.name }
  emit({ type: 'first_token', ms: answer.firstTokenAt - start, ...writer })
}

/** Of an answer that is whole: a write of its own for each of a hundred words takes longer than finding them. */
const recordedTogether = 24

async function emitTokens(
  contents: readonly string[],
  { turnId, answer, append, emit }: StreamParts,
  signal: AbortSignal,
): Promise<void> {
  if (contents.length === 0) return
  await append([{ op: 'token', turn_id: turnId, content: contents.join('') }])
  // What was cancelled meanwhile is in the journal but was never shown: the record may hold more.
  signal.throwIfAborted()
  for (const content of contents) {
    answer.streamed += content
    emit({ type: 'token', content })
  }
}

function groupsOf(tokens: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(tokens.length / size) }, (_, at) => tokens.slice(at * size, (at + 1) * size))
}

/** Pieces the size a language model would send: a word with the space before it, or two CJK characters. */
function tokensOf(response: string): string[] {
  return (
    response.match(
      /\s*[\p{Script=Han}]{1,2}|\s*\[\d+\]|\s*[\p{L}\p{N}\p{M}]{1,24}|\s*[^\s\p{L}\p{N}\p{M}]{1,4}|\s+/gu,
    ) ?? []
  )
}
