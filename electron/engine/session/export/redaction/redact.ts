import { EvidencePlace } from '@shared/session/evidence-place'
import type { ContextBlock, ContextRef, Evidence, SessionContext, ToolCall } from '@shared/session/session-context'
import type { RedactionReport } from '@shared/session/turn-context'
import type { TurnTrace } from '@shared/session/turn-trace'
import { validateSessionContext } from '@shared/session/validate-session'
import { z } from 'zod'
import { exchangesOf } from '../../history/conversation'
import { isSensitive } from '../../context/current-sensitivity'
import { mapStrings } from './map-strings'
import { RedactedAnswers } from './redact-answers'
import { withoutDerivedWords, withoutSensitiveSources } from './redact-trace'
import { searchTool } from '../../model-context/search-record'
import { SensitiveWords } from './sensitive-words'
import { applyEdits, type Edit, moveRange, moveSelector } from './text-edits'
import { TextRedaction } from './text-redaction'

/** Documents of the library that are sensitive, whether or not a session has evidence from them. */
export interface HiddenDocuments {
  readonly has: (documentId: string) => boolean
  /** Names that only these documents have. */
  readonly names: readonly string[]
}

export interface RedactOptions {
  /** Leave out passages marked `confidential` or `secret`, the answers from them, and copies of their text. */
  readonly sensitive: boolean
  /** Replace paths of this machine. */
  readonly paths: boolean
  /** Leave out the names of these as well; counts with `sensitive` only. */
  readonly hidden?: HiddenDocuments
}

export interface Redacted {
  readonly context: SessionContext
  readonly report: RedactionReport
}

/**
 * A session without what must not leave this machine; the session given stays as it is. Offsets into answers and
 * selectors into passages follow. Doing it twice changes nothing more.
 */
export function redactSession(context: SessionContext, options: RedactOptions): Redacted {
  const { context: redacted, report } = new Redaction(context, options).done()
  if (report.passages + report.sentences + report.paths === 0) return { context: redacted, report }
  // So that an import can tell a copy like this from the whole record.
  return { context: { ...redacted, meta: { ...redacted.meta, redacted: true } }, report }
}

/** The mark that replaces removed text, for a record of this locale. */
export function redactedMark(locale: string | undefined): string {
  return locale?.startsWith('zh') ? '［已隐去］' : '[redacted]'
}

class Redaction {
  readonly #marker: string
  readonly #sensitive = new Set<string>()
  /** The documents those passages are from, by id. */
  readonly #documents = new Set<string>()
  readonly #words: SensitiveWords
  readonly #texts: TextRedaction
  readonly #answers: RedactedAnswers
  /** The user's own words, which stay as far as they are no copies of whole sentences. */
  readonly #asked: ReadonlySet<string>
  #passages = 0

  constructor(
    private readonly context: SessionContext,
    private readonly options: RedactOptions,
  ) {
    this.#marker = redactedMark(context.meta?.locale)
    this.#words = new SensitiveWords(this.#marker)
    this.#texts = new TextRedaction(this.#words, { marker: this.#marker, paths: options.paths })
    const { messages } = context.session
    this.#asked = new Set(messages.flatMap(({ role, content }) => (role === 'user' ? [content] : [])))
    if (options.sensitive) this.#findSensitive()
    this.#answers = new RedactedAnswers(context, this.#sensitive, this.#marker)
    for (const said of this.#answers.said()) this.#words.addSaid(said)
    for (const { queries, question } of context.session.turns ?? []) this.#words.addQueries(queries, question)
  }

  done(): Redacted {
    const { session, evidences, context_blocks: blocks } = this.context
    // What has offsets into it is edited first; the walk afterwards finds nothing there any more.
    const contentEdits = new Map<string, Edit[]>()
    const kept: [string, Evidence][] = Object.entries(evidences).map(([id, evidence]) => {
      if (this.#sensitive.has(id)) return [id, this.#withoutContent(evidence)]
      const { content } = evidence
      if (content === undefined) return [id, evidence]
      const edits = this.#texts.edits(content, this.#answers.outputEdits(evidence))
      contentEdits.set(id, edits)
      return [id, { ...evidence, content: applyEdits(content, edits) }]
    })
    const refs = <Ref extends ContextRef>(list: readonly Ref[] | undefined) =>
      list?.map((ref) => movedRef(ref, contentEdits.get(ref.evidence_id) ?? []))
    const edited = new Map(
      session.messages.map((message) => [message, this.#texts.edits(message.content, this.#answers.editsOf(message))]),
    )
    const answers = new Map(exchangesOf(this.context).map(({ id, answer }) => [id, answer]))
    const editsOfTurn = (id: string) => {
      const answer = answers.get(id)
      return answer ? (edited.get(answer) ?? []) : []
    }
    const { summary, tool_state: tools, turns } = session
    const rebuilt = {
      ...this.context,
      evidences: Object.fromEntries(kept),
      context_blocks: blocks.map((block) => this.#block({ ...block, ...optional('refs', refs(block.refs)) })),
      session: {
        ...session,
        messages: session.messages.map((message) => ({
          ...message,
          content: applyEdits(message.content, edited.get(message) ?? []),
          ...optional('refs', refs(message.refs)),
        })),
        ...optional('summary', summary && { ...summary, content: this.#repeated(summary.content) }),
        ...optional('tool_state', tools && { ...tools, tool_calls: tools.tool_calls.map((call) => this.#call(call)) }),
        ...optional(
          'turns',
          turns?.map((turn) => this.#trace({ ...turn, refs: refs(turn.refs) ?? [] }, editsOfTurn(turn.turn_id))),
        ),
      },
    }
    const walked = mapStrings(rebuilt, (text) => applyEdits(text, this.#texts.edits(text)))
    const checked = validateSessionContext(walked)
    if ('problems' in checked) throw new Error(`A redacted session is not valid: ${checked.problems.join('; ')}`)
    return {
      context: checked.context,
      report: { passages: this.#passages, ...this.#texts.count },
    }
  }

  #findSensitive(): void {
    const { evidences, context_blocks: blocks } = this.context
    const open = new Set<string>()
    for (const [id, evidence] of Object.entries(evidences)) {
      if (isSensitive(evidence.sensitivity)) this.#sensitive.add(id)
      else for (const name of [...namesOf(evidence), ...headingsOf(evidence)]) open.add(name)
    }
    // A name that a passage which stays has too is no secret.
    const unlessOpen = (names: readonly string[]) => names.filter((name) => !open.has(name))
    for (const id of this.#sensitive) {
      const evidence = evidences[id]
      if (!evidence) continue
      const document = evidence.metadata?.['document_id']
      if (typeof document === 'string') this.#documents.add(document)
      if (evidence.content !== undefined) this.#words.addText(evidence.content)
      for (const name of unlessOpen(namesOf(evidence))) this.#words.addName(name)
      for (const heading of unlessOpen(headingsOf(evidence))) this.#words.addHeading(heading)
    }
    for (const name of unlessOpen(this.options.hidden?.names ?? [])) this.#words.addName(name)
    for (const { content, sensitivity } of blocks) if (isSensitive(sensitivity) && content) this.#words.addText(content)
  }

  /** A text made from answers, unless it is what the user asked. */
  readonly #derived = (text: string): string => (this.#asked.has(text) ? text : this.#texts.derived(text))

  /** A text that repeats answers. */
  #repeated(text: string): string {
    return this.#derived(applyEdits(text, this.#texts.wordEdits(text, this.#answers.repeatedEdits(text))))
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
    const { content, block_type: type, refs } = block
    if (content === undefined) return block
    const isHidden =
      this.options.sensitive &&
      (isSensitive(block.sensitivity) || refs?.some((ref) => this.#sensitive.has(ref.evidence_id)) === true)
    if (isHidden) return { ...block, content: this.#marker }
    return type === 'instruction' || type === 'evidence' ? block : { ...block, content: this.#repeated(content) }
  }

  #call(call: ToolCall): ToolCall {
    // Of a tool that read a sensitive document: its columns and values stand in the arguments.
    const ofSensitive = call.tool !== searchTool && call.result_evidence_ids.some((id) => this.#sensitive.has(id))
    const args: Record<string, unknown> = ofSensitive ? {} : { ...call.args_digest }
    for (const [name, value] of Object.entries(args)) args[name] = mapStrings(value, this.#derived)
    return { ...call, args_digest: args }
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
              sentences: trace.critique.sentences.map(({ correction, ...one }) => ({
                ...one,
                ...moveRange(edits, one.start, one.end),
                ...(correction
                  ? { correction: { ...correction, ...moveRange(edits, correction.start, correction.end) } }
                  : {}),
              })),
            },
          }
        : {}),
    }
    if (!this.options.sensitive) return moved
    const documents = { has: (id: string) => this.#documents.has(id) || this.options.hidden?.has(id) === true }
    const nameless = withoutSensitiveSources(moved, { evidence: this.#sensitive, documents }, this.#marker)
    const isChanged = (text: string) => !this.#asked.has(text) && this.#words.derivedCopies(text).length > 0
    return withoutDerivedWords(nameless, { change: this.#derived, isChanged })
  }
}

/** The names of a passage's document. */
function namesOf({ source, metadata }: Evidence): string[] {
  return [source.name, metadata?.['document_title']].filter((each) => typeof each === 'string')
}

function headingsOf({ metadata }: Evidence): string[] {
  const places = z.array(EvidencePlace).safeParse(metadata?.['places']).data ?? []
  const own = z.array(z.string()).safeParse(metadata?.['heading_path']).data ?? []
  return [...new Set([...own, ...places.flatMap(({ heading_path }) => heading_path)])]
}

function movedRef<Ref extends ContextRef>(ref: Ref, edits: readonly Edit[]): Ref {
  return ref.selector === undefined ? ref : { ...ref, selector: moveSelector(edits, ref.selector) }
}

/** A field that is absent where there is nothing to say. */
function optional<Name extends string, Value>(name: Name, value: Value | undefined): Partial<Record<Name, Value>> {
  const field: Partial<Record<string, Value>> = value === undefined ? {} : { [name]: value }
  return field
}
