import { SessionContext } from './session-context'

/** Checks a whole context, including what a field-by-field schema cannot: keys that agree, references that resolve. */
export function validateSessionContext(value: unknown): { context: SessionContext } | { problems: string[] } {
  const parsed = SessionContext.safeParse(value)
  if (!parsed.success) {
    return { problems: parsed.error.issues.map((issue) => `${pathText(issue.path)}: ${issue.message}`) }
  }
  const problems = [...danglingReferences(parsed.data)]
  return problems.length > 0 ? { problems } : { context: parsed.data }
}

function* noUserInput({ session }: SessionContext): Generator<string> {
  if (!session.messages.some(({ role }) => role === 'user')) yield 'session.messages: holds nothing the user said'
}

function* repeatedBlocks(context: SessionContext): Generator<string> {
  const seen = new Set<string>()
  for (const [at, { block_id: id }] of context.context_blocks.entries()) {
    if (seen.has(id)) yield `context_blocks[${at}].block_id: "${id}" is used twice`
    seen.add(id)
  }
}

function* lostResults({ session, evidences }: SessionContext): Generator<string> {
  const lists = [
    ...(session.tool_state?.tool_calls ?? []).map((call, at) => ({ path: `tool_state.tool_calls[${at}]`, ...call })),
    ...session.task_state.todo_list.tasks.map((task, at) => ({ path: `task_state.todo_list.tasks[${at}]`, ...task })),
  ]
  for (const { path, result_evidence_ids: ids } of lists) {
    for (const [n, id] of ids.entries()) {
      if (!Object.hasOwn(evidences, id)) yield `session.${path}.result_evidence_ids[${n}]: no evidence "${id}"`
    }
  }
}

/** A place as people read it: `session.messages[0].content`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at ? '.' : ''}${String(part)}`)).join('')
}

/** True for an object with keys, not for an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function* danglingReferences(context: SessionContext): Generator<string> {
  yield* noUserInput(context)
  yield* repeatedBlocks(context)
  yield* lostResults(context)
  for (const [key, evidence] of Object.entries(context.evidences)) {
    if (evidence.evidence_id !== key) yield `evidences.${key}.evidence_id: is "${evidence.evidence_id}", not its key`
  }
  const known = (id: string) => Object.hasOwn(context.evidences, id)
  const referring = { 'session.messages': context.session.messages, context_blocks: context.context_blocks }
  for (const [path, items] of Object.entries(referring)) {
    for (const [at, { refs = [] }] of items.entries()) {
      for (const [n, { evidence_id: id }] of refs.entries()) {
        if (!known(id)) yield `${path}[${at}].refs[${n}]: no evidence "${id}"`
      }
    }
  }
}
