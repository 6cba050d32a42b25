import type { ContextRef, Evidence, Message, SessionContext } from './session-context'

/** What merging one session into another added, and what it left as it was. */
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
  const theirs = withoutClashes(ours, given)
  const evidences = { ...theirs.evidences, ...ours.evidences }
  const { messages, added } = mergeMessages(ours.session.messages, theirs.session.messages)
  const ourTurns = new Map((ours.session.turns ?? []).map((turn) => [turn.turn_id, turn]))
  const newTurns = (theirs.session.turns ?? []).filter(({ turn_id }) => !ourTurns.has(turn_id))
  const conflicts = (theirs.session.turns ?? []).flatMap((turn) => {
    const own = ourTurns.get(turn.turn_id)
    return own && !isSame(own, turn) ? [turn.turn_id] : []
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

/** Ours with the messages only theirs has, and where those stand now. */
function mergeMessages(ours: readonly Message[], theirs: readonly Message[]): { messages: Message[]; added: number[] } {
  const open = new Map<string, number[]>()
  for (const [at, message] of ours.entries()) {
    const key = identityOf(message)
    open.set(key, [...(open.get(key) ?? []), at])
  }
  const behind = new Map<number, Message[]>()
  let after = -1
  for (const message of theirs) {
    const known = open.get(identityOf(message))?.shift()
    if (known !== undefined) after = Math.max(after, known)
    else behind.set(after, [...(behind.get(after) ?? []), message])
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

/** Theirs with new names for what has the same name in ours but is something else. */
function withoutClashes(ours: SessionContext, theirs: SessionContext): SessionContext {
  const renamed = new Map<string, string>()
  for (const [id, evidence] of Object.entries(theirs.evidences)) {
    const own = Object.hasOwn(ours.evidences, id) ? ours.evidences[id] : undefined
    if (own && !isSameEvidence(own, evidence)) renamed.set(id, `${id}~${shortHash(JSON.stringify(evidence))}`)
  }
  if (renamed.size === 0) return theirs
  const name = (id: string) => renamed.get(id) ?? id
  const refs = (list: readonly ContextRef[] | undefined) =>
    list ? { refs: list.map((ref) => ({ ...ref, evidence_id: name(ref.evidence_id) })) } : {}
  const results = <T extends { result_evidence_ids: string[] }>(item: T): T => ({
    ...item,
    result_evidence_ids: item.result_evidence_ids.map(name),
  })
  const { session } = theirs
  const { todo_list: list } = session.task_state
  return {
    ...theirs,
    evidences: Object.fromEntries(
      Object.entries(theirs.evidences).map(([id, evidence]) => [name(id), { ...evidence, evidence_id: name(id) }]),
    ),
    context_blocks: theirs.context_blocks.map((block) => ({ ...block, ...refs(block.refs) })),
    session: {
      ...session,
      messages: session.messages.map((message) => ({ ...message, ...refs(message.refs) })),
      task_state: { ...session.task_state, todo_list: { ...list, tasks: list.tasks.map(results) } },
      ...(session.tool_state
        ? { tool_state: { ...session.tool_state, tool_calls: session.tool_state.tool_calls.map(results) } }
        : {}),
    },
  }
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

/** FNV-1a, 32 bits, as hex: a name, not a proof. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
