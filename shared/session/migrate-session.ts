import { CairnError } from '../errors'
import { SESSION_SCHEMA_VERSION } from './session-context'
import { isRecord } from './validate-session'

type Fields = Record<string, unknown>

/** One step from a version to the next. It keeps every field it does not know. */
interface Migration {
  readonly from: string
  readonly to: string
  readonly migrate: (session: Fields) => Fields
}

/** Oldest first; add a step here when the schema's version changes. */
const migrations: readonly Migration[] = [{ from: '0.9', to: '1.0', migrate: fromDraft }]

/** Names that other frameworks have for the roles of messages and the states of tasks. */
const ourNames = {
  role: {
    human: 'user',
    ai: 'assistant',
    bot: 'assistant',
    model: 'assistant',
    agent: 'assistant',
    developer: 'system',
    function: 'tool',
    observation: 'tool',
  },
  status: {
    in_progress: 'running',
    active: 'running',
    completed: 'done',
    complete: 'done',
    success: 'done',
    error: 'failed',
    cancelled: 'skipped',
    blocked: 'pending',
  },
}

/**
 * A session's JSON in the form of today's schema: older versions are brought forward step by step, and roles that other
 * frameworks use become ours (the name given is kept as `original_role`). Anything that is no session at all comes back
 * as it is, for the validator to refuse. Throws INVALID_INPUT for a version that is newer or unknown.
 */
export function migrateSession(value: unknown): unknown {
  if (!isRecord(value)) return value
  let session: Fields = value
  let version = versionOf(session)
  while (version !== SESSION_SCHEMA_VERSION) {
    const step = migrations.find(({ from }) => from === version)
    if (!step) throw unknownVersion(version)
    session = { ...step.migrate(session), schema_version: step.to }
    version = step.to
  }
  return withKnownStates(withKnownRoles(session))
}

/** The draft had no version; what is of another form altogether is left for the validator to name. */
function versionOf(session: Fields): string {
  const { schema_version: version } = session
  if (typeof version === 'string') return version
  if (version !== undefined) return SESSION_SCHEMA_VERSION
  return isDraft(session) ? '0.9' : SESSION_SCHEMA_VERSION
}

function isDraft({ meta, session, context_blocks: blocks }: Fields): boolean {
  if (isRecord(meta) && 'conversation_id' in meta) return true
  if (isRecord(session) && !('session_id' in session) && typeof session['id'] === 'string') return true
  return Array.isArray(blocks) && blocks.some((block) => isRecord(block) && 'evidence_ids' in block)
}

/**
 * Before 1.0 a conversation's id stood in `meta` or as `session.id`, and a block had `evidence_ids` and `content_ref`
 * where it has `refs` now.
 */
function fromDraft(draft: Fields): Fields {
  const { meta, session, context_blocks: blocks } = draft
  const { conversation_id: conversation, ...restOfMeta } = isRecord(meta) ? meta : {}
  const { id, ...restOfSession } = isRecord(session) ? session : {}
  const sessionId = restOfSession['session_id'] ?? id ?? conversation
  const state = { task_state: { todo_list: { tasks: [] } }, ...restOfSession }
  return {
    ...draft,
    ...(isRecord(meta) ? { meta: restOfMeta } : {}),
    session: { ...state, ...(sessionId === undefined ? {} : { session_id: sessionId }) },
    evidences: draft['evidences'] ?? {},
    context_blocks: Array.isArray(blocks) ? blocks.map(withRefs) : (blocks ?? []),
  }
}

function withRefs(block: unknown): unknown {
  if (!isRecord(block) || 'refs' in block) return block
  const { evidence_ids: ids, content_ref: contentRef, ...rest } = block
  const listed: unknown[] = Array.isArray(ids) ? ids : []
  const wanted = typeof contentRef === 'string' ? [...listed, contentRef] : listed
  if (wanted.length === 0) return block
  return { ...rest, refs: [...new Set(wanted)].map((id) => ({ evidence_id: id })) }
}

function withKnownRoles(context: Fields): Fields {
  const { session } = context
  if (!isRecord(session) || !Array.isArray(session['messages'])) return context
  const messages = session['messages'].map((message: unknown) => renamed(message, 'role', (role) => role.toLowerCase()))
  return { ...context, session: { ...session, messages } }
}

function withKnownStates(context: Fields): Fields {
  const { session } = context
  const list = isRecord(session) && isRecord(session['task_state']) ? session['task_state']['todo_list'] : undefined
  if (!isRecord(session) || !isRecord(session['task_state']) || !isRecord(list) || !Array.isArray(list['tasks'])) {
    return context
  }
  const tasks = list['tasks'].map((task: unknown) => renamed(task, 'status', (status) => status))
  const taskState = { ...session['task_state'], todo_list: { ...list, tasks } }
  return { ...context, session: { ...session, task_state: taskState } }
}

/** An item with our name for what other frameworks call its role or state; the given name is kept beside it. */
function renamed(item: unknown, field: keyof typeof ourNames, keyOf: (given: string) => string): unknown {
  if (!isRecord(item)) return item
  const given = item[field]
  if (typeof given !== 'string') return item
  const names: Readonly<Record<string, string>> = ourNames[field]
  const known = Object.hasOwn(names, keyOf(given)) ? names[keyOf(given)] : undefined
  return known === undefined ? item : { ...item, [field]: known, [`original_${field}`]: given }
}

function unknownVersion(version: string): CairnError {
  const isNewer = /^\d+(?:\.\d+)*$/u.test(version) && Number.parseFloat(version) > Number(SESSION_SCHEMA_VERSION)
  return new CairnError(
    'INVALID_INPUT',
    `schema_version: "${version.slice(0, 40)}" is ${isNewer ? 'of a newer Cairn' : 'not known'}; this one reads ${SESSION_SCHEMA_VERSION}.`,
    isNewer ? 'Update Cairn and try again.' : 'Export the session again where it came from.',
  )
}
