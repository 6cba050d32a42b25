import { fnv1aHex } from '../hash'
import type { Evidence, Message, SessionContext } from './session-context'

/** The additions of a merge, and the conflicts in which ours was kept. */
export interface MergeReport {
  readonly turns: number
  readonly messages: number
  readonly evidences: number
  /** Turns that both have and that differ: ours was kept. */
  readonly conflicts: readonly string[]
}

export interface MergedSession {
  readonly context: SessionContext
  readonly report: MergeReport
}

/**
 * One record of two records of a session: ours, and what only theirs has. Nothing of ours is changed or lost; messages
 * of theirs stand behind the message they followed there. Merging the same again adds nothing. An evidence id that
 * stands for another content in theirs gets a new id, and their references follow.
 */
export function mergeSessions(ours: SessionContext, given: SessionContext): MergedSession {
  // A copy that passages were taken out of is filled by the whole record, not the other way round.
  if (isRedacted(ours) && !isRedacted(given)) return filled(ours, given)
  const theirs = withoutClashes(ours, given)
  const evidences = { ...theirs.evidences, ...ours.evidences }
  const { messages, added } = mergeMessages(ours.session.messages, theirs.session.messages)
  const ourTurns = new Map((ours.session.turns ?? []).map((turn) => [turn.turn_id, turn]))
  const newTurns = (theirs.session.turns ?? []).filter(({ turn_id }) => !ourTurns.has(turn_id))
  const conflicts = (theirs.session.turns ?? []).flatMap((turn) => {
    const own = ourTurns.get(turn.turn_id)
    // An opinion that came later is not another turn.
    return own && !isSame({ ...own, second_opinion: null }, { ...turn, second_opinion: null }) ? [turn.turn_id] : []
  })
  const tasks = union(ours.session.task_state.todo_list.tasks, theirs.session.task_state.todo_list.tasks, 'task_id')
  const calls = union(ours.session.tool_state?.tool_calls, theirs.session.tool_state?.tool_calls, 'tool_call_id')
  const usage = union(ours.session.model_usage, theirs.session.model_usage, 'model_usage_id')
  const turns = [...(ours.session.turns ?? []), ...newTurns]
  const { summary, ...session } = ours.session
  const isSummaryWhole = summary !== undefined && added.every((at) => at >= summary.message_index_range.to)
  const context: SessionContext = {
    ...theirs,
    ...ours,
    session: {
      ...theirs.session,
      ...session,
      messages,
      // One that messages were put into is made anew when it is next needed.
      ...(isSummaryWhole ? { summary } : {}),
      task_state: {
        ...ours.session.task_state,
        todo_list: { ...ours.session.task_state.todo_list, tasks },
      },
      ...(calls.length > 0 ? { tool_state: { ...ours.session.tool_state, tool_calls: calls } } : {}),
      ...(usage.length > 0 ? { model_usage: usage } : {}),
      ...(turns.length > 0 ? { turns } : {}),
    },
    evidences,
    context_blocks: union(ours.context_blocks, theirs.context_blocks, 'block_id'),
  }
  if (!isSummaryWhole) delete context.session.summary
  const newEvidences = Object.keys(evidences).length - Object.keys(ours.evidences).length
  return { context, report: { turns: newTurns.length, messages: added.length, evidences: newEvidences, conflicts } }
}

function isRedacted({ meta, evidences }: SessionContext): boolean {
  return meta?.['redacted'] === true || Object.values(evidences).some(({ redacted }) => redacted === true)
}

function withoutMark(meta: NonNullable<SessionContext['meta']>): SessionContext['meta'] {
  return Object.fromEntries(Object.entries(meta).filter(([name]) => name !== 'redacted'))
}

/** The whole record's evidence under the names ours uses too, so that its references stay. */
function shared(ours: SessionContext, whole: SessionContext): SessionContext['evidences'] {
  const ids = Object.keys(ours.evidences).filter((id) => Object.hasOwn(whole.evidences, id))
  return Object.fromEntries(ids.flatMap((id) => (whole.evidences[id] ? [[id, whole.evidences[id]]] : [])))
}

function filled(ours: SessionContext, whole: SessionContext): MergedSession {
  // What was said with words left out is in the whole record under the same name.
  const left = Object.entries(ours.evidences).filter(([id]) => !Object.hasOwn(whole.evidences, id))
  const { context } = mergeSessions(whole, {
    ...ours,
    evidences: { ...Object.fromEntries(left), ...shared(ours, whole) },
  })
  const gained = Object.keys(ours.evidences).filter((id) => ours.evidences[id]?.redacted === true).length
  const added = context.session.messages.length - ours.session.messages.length
  const turns = (context.session.turns?.length ?? 0) - (ours.session.turns?.length ?? 0)
  return {
    context: { ...context, meta: withoutMark({ ...context.meta, ...ours.meta, titled_by: titledBy(ours, whole) }) },
    report: { turns: Math.max(0, turns), messages: Math.max(0, added), evidences: gained, conflicts: [] },
  }
}

/** Who gave the title that is kept, which is ours where we have one. */
function titledBy(ours: SessionContext, whole: SessionContext): string | undefined {
  return (ours.meta?.title === undefined ? whole : ours).meta?.titled_by
}

/** Ours with the messages only theirs has, and where those stand now. */
function mergeMessages(ours: readonly Message[], theirs: readonly Message[]): { messages: Message[]; added: number[] } {
  // Where each message of ours stands, and how many of those theirs has had by now.
  const open = new Map<string, { places: number[]; met: number }>()
  for (const [at, message] of ours.entries()) {
    const key = identityOf(message)
    const known = open.get(key)
    if (known) known.places.push(at)
    else open.set(key, { places: [at], met: 0 })
  }
  const behind = new Map<number, Message[]>()
  let after = -1
  for (const message of theirs) {
    const same = open.get(identityOf(message))
    const known = same?.places[same.met]
    if (same && known !== undefined) {
      same.met += 1
      after = Math.max(after, known)
    } else {
      const fresh = behind.get(after)
      if (fresh) fresh.push(message)
      else behind.set(after, [message])
    }
  }
  const messages: Message[] = []
  const added: number[] = []
  const add = (fresh: readonly Message[]) => {
    for (const message of fresh) {
      added.push(messages.length)
      messages.push(message)
    }
  }
  add(behind.get(-1) ?? [])
  for (const [at, message] of ours.entries()) {
    messages.push(message)
    add(behind.get(at) ?? [])
  }
  return { messages, added }
}

/** A turn has one question and one answer; a message of other origin is what it says, when. */
function identityOf({ turn_id: turn, role, content, at }: Message): string {
  return JSON.stringify(turn === undefined ? [role, content, at ?? ''] : [turn, role])
}

/** Fields whose lists name evidence; everywhere else it is named by `evidence_id`. */
const evidenceLists = new Set(['result_evidence_ids', 'pinned', 'excluded', 'passages'])

/** Theirs with new names for what has the same name in ours but is something else. */
function withoutClashes(ours: SessionContext, theirs: SessionContext): SessionContext {
  const renamed = new Map<string, string>()
  for (const [id, evidence] of Object.entries(theirs.evidences)) {
    const own = Object.hasOwn(ours.evidences, id) ? ours.evidences[id] : undefined
    if (own && !isSameEvidence(own, evidence)) renamed.set(id, `${id}~${fnv1aHex(JSON.stringify(evidence))}`)
  }
  if (renamed.size === 0) return theirs
  const named = <T>(value: T): T => renameIn(value, renamed, '') as T
  return {
    ...theirs,
    session: named(theirs.session),
    context_blocks: named(theirs.context_blocks),
    evidences: Object.fromEntries(
      Object.entries(theirs.evidences).map(([id, evidence]) => {
        const name = renamed.get(id) ?? id
        return [name, { ...evidence, evidence_id: name }]
      }),
    ),
  }
}

function renameIn(value: unknown, renamed: ReadonlyMap<string, string>, field: string): unknown {
  if (typeof value === 'string') {
    return field === 'evidence_id' || evidenceLists.has(field) ? (renamed.get(value) ?? value) : value
  }
  if (Array.isArray(value)) return value.map((each: unknown) => renameIn(each, renamed, field))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, renameIn(each, renamed, key)]))
}

/** The same source and words; how it was found may differ. One of them without its text is no other evidence. */
function isSameEvidence(a: Evidence, b: Evidence): boolean {
  return a.content === undefined || b.content === undefined || a.content === b.content
}

function union<T extends Record<K, string>, K extends keyof T>(
  ours: readonly T[] | undefined = [],
  theirs: readonly T[] | undefined = [],
  key: K,
): T[] {
  const known = new Set(ours.map((item) => item[key]))
  return [...ours, ...theirs.filter((item) => !known.has(item[key]))]
}

/** The same JSON, in whatever order its fields stand: exports sort them. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [one, other] = [new Map(Object.entries(a)), new Map(Object.entries(b))]
  return one.size === other.size && [...one].every(([key, value]) => other.has(key) && isSame(value, other.get(key)))
}
