import type { ContextBlock, ContextRef, Evidence, Message, SessionContext } from '@shared/session-context'
import type { TurnTrace } from '@shared/turn-trace'
import { validateSessionContext } from '@shared/validate-session'
import { exchangesOf } from '../conversation'
import { pathEdits } from './local-paths'
import { mapStrings } from './map-strings'
import { withoutSensitiveSources } from './redact-trace'
import { SensitiveCopies, withLinesOf } from './sensitive-copies'
import { applyEdits, type Edit, mergeEdits, moveRange, moveSelector } from './text-edits'

export interface RedactOptions {
  /** Leave out passages marked `confidential` or `secret`, what was answered from them, and copies of their text. */
  readonly sensitive: boolean
  /** Replace paths of this machine. */
  readonly paths: boolean
}

/** How much was left out: passages, sentences (of answers, and copies elsewhere), paths. */
export interface RedactReport {
  readonly passages: number
  readonly sentences: number
  readonly paths: number
}

export interface Redacted {
  readonly context: SessionContext
  readonly report: RedactReport
}

/**
 * A session without what must not leave this machine; the session given stays as it is. Offsets into answers and
 * selectors into passages follow. Doing it twice changes nothing more.
 */
export function redactSession(context: SessionContext, options: RedactOptions): Redacted {
  return new Redaction(context, options).done()
}

/** What stands where something was left out. */
function redactedMark(context: SessionContext): string {
  return context.meta?.locale?.startsWith('zh') ? '［已隐去］' : '[redacted]'
}

class Redaction {
  readonly #marker: string
  readonly #sensitive = new Set<string>()
  /** The documents those passages are from, by id. */
  readonly #documents = new Set<string>()
  readonly #copies = new SensitiveCopies()
  /** Ranges of answers that rest on sensitive passages, by message. */
  readonly #cited = new Map<Message, Edit[]>()
  #passages = 0
  #sentences = 0
  #paths = 0

  constructor(
    private readonly context: SessionContext,
    private readonly options: RedactOptions,
  ) {
    this.#marker = redactedMark(context)
    if (options.sensitive) this.#findSensitive()
  }

  done(): Redacted {
    const { session, evidences } = this.context
    // What has offsets into it is edited first; the walk afterwards finds nothing there any more.
    const contentEdits = new Map<string, Edit[]>()
    const kept: [string, Evidence][] = Object.entries(evidences).map(([id, evidence]) => {
      if (this.#sensitive.has(id)) return [id, this.#withoutContent(evidence)]
      const edits = this.#editsOf(evidence.content ?? '')
      contentEdits.set(id, edits)
      return [
        id,
        evidence.content === undefined ? evidence : { ...evidence, content: applyEdits(evidence.content, edits) },
      ]
    })
    const refs = <Ref extends ContextRef>(list: readonly Ref[] | undefined) =>
      list?.map((ref) => movedRef(ref, contentEdits.get(ref.evidence_id) ?? []))
    const answers = new Map(exchangesOf(this.context).map(({ id, answer }) => [id, answer]))
    const edited = new Map(
      session.messages.map((message) => [message, this.#editsOf(message.content, this.#cited.get(message))]),
    )
    const rebuilt = {
      ...this.context,
      evidences: Object.fromEntries(kept),
      context_blocks: this.context.context_blocks.map((block) =>
        this.#block({ ...block, ...optional('refs', refs(block.refs)) }),
      ),
      session: {
        ...session,
        messages: session.messages.map((message) => ({
          ...message,
          content: applyEdits(message.content, edited.get(message) ?? []),
          ...optional('refs', refs(message.refs)),
        })),
        ...optional(
          'turns',
          session.turns?.map((trace) => {
            const answer = answers.get(trace.turn_id)
            return this.#trace({ ...trace, refs: refs(trace.refs) ?? [] }, answer ? (edited.get(answer) ?? []) : [])
          }),
        ),
      },
    }
    const walked = mapStrings(rebuilt, (text) => applyEdits(text, this.#editsOf(text)))
    const checked = validateSessionContext(walked)
    if ('problems' in checked) throw new Error(`A redacted session is not valid: ${checked.problems.join('; ')}`)
    return {
      context: checked.context,
      report: { passages: this.#passages, sentences: this.#sentences, paths: this.#paths },
    }
  }

  #findSensitive(): void {
    const { evidences, context_blocks: blocks, session } = this.context
    const open = new Set<string>()
    for (const [id, { sensitivity, source, metadata }] of Object.entries(evidences)) {
      if (isSensitive(sensitivity)) this.#sensitive.add(id)
      else for (const name of namesOf(source.name, metadata)) open.add(name)
    }
    for (const id of this.#sensitive) {
      const evidence = evidences[id]
      if (!evidence) continue
      const document = evidence.metadata?.['document_id']
      if (typeof document === 'string') this.#documents.add(document)
      if (evidence.content !== undefined) this.#copies.add(evidence.content)
      // A name that a passage which stays has too is no secret.
      for (const name of namesOf(evidence.source.name, evidence.metadata)) {
        if (!open.has(name) && name !== this.#marker) this.#copies.addWhole(name)
      }
    }
    for (const { content, sensitivity } of blocks) if (isSensitive(sensitivity) && content) this.#copies.add(content)
    const traces = new Map(
      exchangesOf(this.context).flatMap(({ answer, trace }) => (answer ? [[answer, trace] as const] : [])),
    )
    for (const message of session.messages) this.#findCited(message, traces.get(message))
  }

  /** What a message says from sensitive passages; all of it where nothing tells which part that is. */
  #findCited(message: Message, trace: TurnTrace | undefined): void {
    const placed = (trace?.refs ?? []).filter((ref) => this.#sensitive.has(ref.evidence_id))
    const ids = new Set(placed.map((ref) => ref.evidence_id))
    const isWhole = message.refs?.some(({ evidence_id: id }) => this.#sensitive.has(id) && !ids.has(id)) === true
    const ranges = isWhole ? [{ response_start: 0, response_end: message.content.length }] : placed
    const edits = ranges
      .map(({ response_start: start, response_end: end }) => ({ start, end: Math.min(end, message.content.length) }))
      .filter(({ start, end }) => end > start)
      .map((range) => ({ ...range, text: this.#marker }))
    for (const { start, end } of edits) {
      const said = message.content.slice(start, end)
      if (said !== this.#marker) this.#copies.add(said)
    }
    if (edits.length > 0) this.#cited.set(message, edits)
  }

  /** Every edit a text needs, in order; counts what changes. */
  #editsOf(text: string, cited: readonly Edit[] = []): Edit[] {
    const copies = this.options.sensitive ? this.#copies.edits(text, this.#marker) : []
    const words = mergeEdits([...cited, ...copies])
      .map((edit) => ({ ...edit, text: withLinesOf(text.slice(edit.start, edit.end), this.#marker) }))
      .filter((edit) => text.slice(edit.start, edit.end) !== edit.text)
    this.#sentences += words.length
    // A path inside of something that goes altogether goes with it.
    const paths = (this.options.paths ? pathEdits(text) : []).filter(
      ({ start, end }) => !words.some((edit) => start < edit.end && end > edit.start),
    )
    this.#paths += paths.length
    return mergeEdits([...words, ...paths])
  }

  #withoutContent(evidence: Evidence): Evidence {
    const { evidence_id, type, source, confidence, links, ttl, sensitivity, at } = evidence
    if (evidence.redacted !== true || evidence.content !== undefined) this.#passages += 1
    return {
      evidence_id,
      type,
      source: {
        kind: source.kind,
        ...(source.name === undefined ? {} : { name: this.#marker }),
        ...(source.uri === undefined ? {} : { uri: 'cairn://redacted' }),
      },
      ...optional('confidence', confidence),
      ...optional('links', links),
      ...optional('ttl', ttl),
      ...optional('sensitivity', sensitivity),
      ...optional('at', at),
      redacted: true,
    }
  }

  #block(block: ContextBlock): ContextBlock {
    const isHidden =
      this.options.sensitive &&
      (isSensitive(block.sensitivity) || block.refs?.some((ref) => this.#sensitive.has(ref.evidence_id)) === true)
    return isHidden && block.content !== undefined ? { ...block, content: this.#marker } : block
  }

  #trace(trace: TurnTrace, edits: readonly Edit[]): TurnTrace {
    const moved: TurnTrace = {
      ...trace,
      refs: trace.refs.map((ref) => {
        const { start, end } = moveRange(edits, ref.response_start, ref.response_end)
        return { ...ref, response_start: start, response_end: end }
      }),
      ...(trace.critique
        ? {
            critique: {
              ...trace.critique,
              sentences: trace.critique.sentences.map((one) => ({ ...one, ...moveRange(edits, one.start, one.end) })),
            },
          }
        : {}),
    }
    return withoutSensitiveSources(moved, { evidence: this.#sensitive, documents: this.#documents }, this.#marker)
  }
}

function isSensitive(sensitivity: Evidence['sensitivity']): boolean {
  return sensitivity === 'confidential' || sensitivity === 'secret'
}

/** What a passage's document and its headings are called. */
function namesOf(name: string | undefined, metadata: Evidence['metadata']): string[] {
  const headings: unknown = metadata?.['heading_path']
  const all: unknown[] = [
    name,
    metadata?.['document_title'],
    ...(Array.isArray(headings) ? (headings as unknown[]) : []),
  ]
  return all.filter((each) => typeof each === 'string')
}

function movedRef<Ref extends ContextRef>(ref: Ref, edits: readonly Edit[]): Ref {
  return ref.selector === undefined ? ref : { ...ref, selector: moveSelector(edits, ref.selector) }
}

/** A field that is absent where there is nothing to say. */
function optional<Name extends string, Value>(name: Name, value: Value | undefined): Partial<Record<Name, Value>> {
  const field: Partial<Record<string, Value>> = value === undefined ? {} : { [name]: value }
  return field
}
