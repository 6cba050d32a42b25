import en from '@resources/words/export.en.json'
import zh from '@resources/words/export.zh.json'
import { CairnError } from '@shared/errors'
import { fillIn } from '@shared/note'
import type { AnswerRef, Correction, QualityLabel } from '@shared/events'
import { placeAt } from '@shared/session/evidence-place'
import { resolveSelector } from '@shared/session/selector'
import type { Evidence, SessionContext } from '@shared/session/session-context'
import type { TurnTrace } from '@shared/session/turn-trace'
import { conversationOf, type Exchange, exchangesOf } from '../../history/conversation'
import type { Span } from '@engine/text/sentences/sentences'

export type ExportWords = typeof en

/** The words of exported pages, in the languages they may speak. */
export const exportWords: Readonly<Record<'en' | 'zh', ExportWords>> = { en, zh }

/** A numbered source of an answer as a reader sees it. */
export interface ReadableSource {
  readonly number: number
  readonly evidenceId: string
  readonly name: string
  readonly headingPath: readonly string[]
  readonly page: number | null
  readonly format: string
  /** The passage; null where the record has none. */
  readonly text: string | null
  readonly isRedacted: boolean
  /** The cited parts of the passage in order, without overlaps, 0-based half-open. */
  readonly cited: readonly Span[]
  readonly selectors: readonly string[]
}

export interface ReadableTurn {
  readonly id: string
  readonly question: string
  readonly askedAt: string
  readonly status: TurnTrace['status']
  readonly answer: string
  /** By a language model, in Markdown; else its sentences stand as they do in their documents. */
  readonly written: boolean
  /** Why there is no answer, where that is known. */
  readonly error: string
  readonly refs: readonly AnswerRef[]
  readonly sources: readonly ReadableSource[]
  readonly label: QualityLabel | null
  /** What all of its sentences are copied from word for word; null where a model wrote it, or a sentence stands in no source. */
  readonly quotedFrom: 'documents' | 'tool' | 'both' | null
  /** Wrong figures of the answer, with what their sources say. */
  readonly corrections: readonly Correction[]
}

export interface ReadableSession {
  readonly id: string
  readonly title: string
  readonly created: string
  readonly updated: string
  /** That of the session's locale. */
  readonly language: 'en' | 'zh'
  readonly turns: readonly ReadableTurn[]
}

/** A session as it reads now: replaced questions are left out, every answer has its numbered sources. */
export function readableSession(context: SessionContext): ReadableSession {
  const { meta, session, evidences } = context
  const language = meta?.locale?.toLowerCase().startsWith('zh') ? 'zh' : 'en'
  const turns = conversationOf(exchangesOf(context)).map((exchange) => readableTurn(exchange, evidences))
  return {
    id: session.session_id,
    title: meta?.title?.trim() || turns[0]?.question.trim().split('\n')[0] || exportWords[language].untitled,
    created: meta?.created_at ?? turns[0]?.askedAt ?? '',
    updated: meta?.updated_at ?? session.messages.at(-1)?.at ?? '',
    language,
    turns,
  }
}

function readableTurn(exchange: Exchange, evidences: SessionContext['evidences']): ReadableTurn {
  const { id, question, answer, trace } = exchange
  const refs = trace?.refs ?? []
  return {
    id,
    question: question.content,
    askedAt: trace?.started_at ?? question.at ?? '',
    status: trace?.status ?? answer?.status ?? (answer ? 'complete' : 'interrupted'),
    answer: answer?.content ?? '',
    written: trace?.model !== undefined,
    error: trace?.error?.message ?? '',
    refs,
    sources: sourcesOf(exchange, refs, evidences),
    label: trace?.critique?.evaluation.label ?? null,
    quotedFrom: trace ? quotedFrom(trace) : null,
    corrections: trace?.critique?.sentences.flatMap(({ correction }) => correction ?? []) ?? [],
  }
}

function quotedFrom({ model, critique, evidence }: TurnTrace): ReadableTurn['quotedFrom'] {
  const sentences = critique?.sentences ?? []
  if (model !== undefined || sentences.length === 0) return null
  if (sentences.some(({ verdict }) => verdict !== 'supported')) return null
  const ofTools = evidence.filter(({ kind }) => kind === 'tool').length
  if (ofTools === 0) return 'documents'
  return ofTools === evidence.length ? 'tool' : 'both'
}

/** What is said of an answer's sentences below it; empty where nothing is known. What was copied is not called checked. */
export function checkOf({ label, quotedFrom }: ReadableTurn, words: ExportWords): string {
  if (quotedFrom) return words.quoted[quotedFrom]
  return label ? fillIn(words.fact, { name: words.check, value: words.label[label] }) : ''
}

interface Cited {
  readonly number: number
  readonly evidenceId: string
  readonly item: TurnTrace['evidence'][number] | undefined
}

function sourcesOf(
  { answer, trace }: Exchange,
  refs: readonly AnswerRef[],
  evidences: SessionContext['evidences'],
): ReadableSource[] {
  const cited = new Map<number, Cited>()
  for (const item of trace?.evidence ?? [])
    cited.set(item.number, { number: item.number, evidenceId: item.evidence_id, item })
  for (const { number, evidence_id: evidenceId } of refs) {
    if (!cited.has(number)) cited.set(number, { number, evidenceId, item: undefined })
  }
  const pointers = refs.length > 0 ? refs : (answer?.refs ?? [])
  if (cited.size === 0) {
    // A session from elsewhere numbers nothing: in the order they are cited.
    for (const evidenceId of new Set(pointers.map((ref) => ref.evidence_id))) {
      cited.set(cited.size + 1, { number: cited.size + 1, evidenceId, item: undefined })
    }
  }
  return [...cited.values()]
    .toSorted((a, b) => a.number - b.number)
    .map((one) => {
      const selectors = pointers.flatMap(({ evidence_id: id, selector }) =>
        id === one.evidenceId && selector !== undefined ? [selector] : [],
      )
      return sourceOf(one, Object.hasOwn(evidences, one.evidenceId) ? evidences[one.evidenceId] : undefined, selectors)
    })
}

function sourceOf({ number, evidenceId, item }: Cited, evidence: Evidence | undefined, selectors: readonly string[]) {
  const text = evidence?.content ?? null
  const metadata = evidence?.metadata ?? {}
  const headings = metadata['heading_path']
  const page = metadata['page']
  const cited = text === null ? [] : citedSpans(selectors, text)
  const place = item && placeAt(item, item.start + (cited[0]?.start ?? 0))
  return {
    number,
    evidenceId,
    name: item?.document_name ?? evidence?.source.name ?? evidence?.source.uri ?? evidenceId,
    headingPath:
      place?.heading_path ?? (Array.isArray(headings) ? headings.filter((each) => typeof each === 'string') : []),
    page: place?.page ?? (typeof page === 'number' ? page : null),
    format: item?.format ?? (typeof metadata['format'] === 'string' ? metadata['format'] : 'text'),
    text,
    isRedacted: evidence?.redacted === true,
    cited,
    selectors: [...new Set(selectors)],
  }
}

/** What selectors select of a passage, without overlaps; one that fits nothing there marks nothing. */
function citedSpans(selectors: readonly string[], text: string): Span[] {
  const joined: Span[] = []
  for (const span of selectors.flatMap((selector) => piecesOf(text, selector)).toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && span.start <= last.end)
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
    else if (span.start < span.end) joined.push({ start: span.start, end: span.end })
  }
  return joined
}

function piecesOf(text: string, selector: string): readonly Span[] {
  try {
    return resolveSelector(text, selector).pieces
  } catch (error) {
    if (error instanceof CairnError) return []
    throw error
  }
}

/** An ISO time in a reader's form: that of this machine, with how far it is from UTC. Other text stays unchanged. */
export function readableTime(iso: string): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/u.test(iso)) return iso
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return iso
  const minutes = -moment.getTimezoneOffset()
  const local = new Date(moment.getTime() + minutes * 60_000).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 16)} ${offsetText(minutes)}`
}

function offsetText(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const two = (figure: number) => String(figure).padStart(2, '0')
  const away = Math.abs(minutes)
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(away / 60))}:${two(away % 60)}`
}
