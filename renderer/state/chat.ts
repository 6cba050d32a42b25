import type { SearchFilter } from '@shared/documents'
import { CairnError, type ErrorReport, toCairnError } from '@shared/errors'
import { create } from 'zustand'
import { call, reachable } from './connection'
import { followEvents } from './follow'
import { notify, notifyError } from './notices'
import { beginTurn, type Turn, turnFromView } from './turn'
import { go, useView } from './view'

export interface ChatSession {
  readonly load: 'loading' | 'ready' | 'failed'
  readonly error: ErrorReport | null
  /** In the order they were asked, replaced ones included. */
  readonly turns: readonly Turn[]
}

interface ChatState {
  readonly sessions: Readonly<Record<string, ChatSession>>
  /** The turn whose strip and evidence are on show, by session; absent: the newest. */
  readonly selected: Readonly<Record<string, string>>
  /** The version on show of a place in the conversation, by place; absent: the newest. */
  readonly versions: Readonly<Record<string, string>>
}

export const useChat = create<ChatState>(() => ({ sessions: {}, selected: {}, versions: {} }))

const following = new Set<string>()

/** Reads a session from the engine unless it is here already. */
export async function openSession(id: string): Promise<void> {
  const known = useChat.getState().sessions[id]
  if (known && known.load !== 'failed') return
  await loadSession(id)
}

/** Reads a session anew, for instance after the engine was lost in the middle of an answer. */
export async function loadSession(id: string): Promise<void> {
  changeSession(id, (session) => ({ ...session, load: session.turns.length > 0 ? 'ready' : 'loading', error: null }))
  try {
    await reachable()
    const { turns } = await call((client) => client.sessions.view({ id }))
    const running = new Set(turns.filter(({ status }) => status === 'running').map(({ turn_id }) => turn_id))
    changeSession(id, (session) => {
      const read = turns.map((view) => {
        const shown = session.turns.find((turn) => turn.turn_id === view.turn_id)
        // What this window is following knows more than the record.
        return shown && view.status === 'running' ? shown : turnFromView(view, id)
      })
      // A question the engine never took stays on the screen, with what became of it.
      const unknown = session.turns.filter((turn) => !turns.some((view) => view.turn_id === turn.turn_id))
      return { load: 'ready', error: null, turns: [...read, ...unknown] }
    })
    for (const turnId of running) void follow(id, turnId)
  } catch (thrown) {
    const error = toCairnError(thrown)
    changeSession(id, (session) => ({ ...session, load: 'failed', error: error.report() }))
  }
}

export interface AskOptions {
  /** Null starts a new session. */
  readonly sessionId: string | null
  readonly filter?: SearchFilter | null
  readonly searchAnyway?: boolean
  /** The turn whose place the new one takes. */
  readonly replaces?: string | null
}

/** Asks a question and shows its answer as it comes. Returns the session's id at once. */
export function ask(question: string, options: AskOptions): string {
  const { filter = null, replaces = null, searchAnyway = false } = options
  const sessionId = options.sessionId ?? `s_${crypto.randomUUID()}`
  const turnId = `t_${crypto.randomUUID()}`
  const start = { session_id: sessionId, turn_id: turnId, question, filter, replaces }
  changeSession(sessionId, ({ turns }) => ({
    load: 'ready',
    error: null,
    turns: [...turns, beginTurn({ ...start, asked_at: new Date().toISOString() })],
  }))
  showNewest(sessionId)
  if (options.sessionId === null) go({ view: 'chat', sessionId })
  void begin(sessionId, turnId, {
    session_id: sessionId,
    turn_id: turnId,
    question,
    search_anyway: searchAnyway,
    ...(filter ? { filter } : {}),
    ...(replaces === null ? {} : { replaces }),
  })
  return sessionId
}

type StartInput = Parameters<Parameters<Parameters<typeof call>[0]>[0]['chat']['start']>[0]

async function begin(sessionId: string, turnId: string, input: StartInput): Promise<void> {
  try {
    await reachable()
    await startSurely(input)
  } catch (thrown) {
    changeTurn(sessionId, turnId, (turn) => ({ ...turn, status: 'error', error: toCairnError(thrown).report() }))
    return
  }
  await follow(sessionId, turnId)
}

/** Starting is idempotent by the turn's id, so an answer that was lost is simply asked for again. */
async function startSurely(input: StartInput): Promise<void> {
  for (;;) {
    try {
      await call((client) => client.chat.start(input))
      return
    } catch (thrown) {
      if (toCairnError(thrown).code !== 'UNREACHABLE') throw thrown
      await reachable()
    }
  }
}

/** Shows a turn that another window started. What it asked is in the turn's first event. */
export async function followForeign(sessionId: string, turnId: string): Promise<void> {
  const known = turnOf(sessionId, turnId)
  if (known && known.status !== 'running') return
  if (!known) {
    const start = { session_id: sessionId, turn_id: turnId, question: '', filter: null, replaces: null }
    const turn = beginTurn({ ...start, asked_at: new Date().toISOString() })
    changeSession(sessionId, (session) => ({ ...session, turns: [...session.turns, turn] }))
  }
  await follow(sessionId, turnId)
}

/** Shows a running turn to its end. */
async function follow(sessionId: string, turnId: string): Promise<void> {
  if (following.has(turnId)) return
  following.add(turnId)
  try {
    await followEvents(
      turnId,
      () => turnOf(sessionId, turnId),
      (turn) => changeTurn(sessionId, turnId, () => turn),
    )
  } catch (thrown) {
    following.delete(turnId)
    const error = toCairnError(thrown)
    if (error.code !== 'NOT_FOUND') notifyError(error)
    // Where this engine does not run the turn, it was started again: the record has what was streamed.
    await loadSession(sessionId)
    const turn = turnOf(sessionId, turnId)
    if (turn?.status === 'running') settleLost(sessionId, turnId)
    if (turn?.status === 'interrupted') notify({ key: 'chat:interruptedNotice' })
  } finally {
    following.delete(turnId)
  }
}

function settleLost(sessionId: string, turnId: string): void {
  const error = new CairnError('UNREACHABLE', 'The engine stopped before it had taken the question.', 'Ask again.')
  changeTurn(sessionId, turnId, (turn) => ({ ...turn, status: 'error', error: error.report() }))
}

/** Stops a turn; what was streamed stays. */
export async function stopTurn(turnId: string): Promise<void> {
  try {
    await call((client) => client.chat.stop({ turn_id: turnId }))
  } catch (thrown) {
    notifyError(thrown)
  }
}

/** Takes a question off the screen that the engine never took, so that it can be asked again in its place. */
export function dropTurn(sessionId: string, turnId: string): void {
  changeSession(sessionId, (session) => ({
    ...session,
    turns: session.turns.filter(({ turn_id }) => turn_id !== turnId),
  }))
}

/** The running turn of a session that is on show, if there is one. */
export function runningTurn(sessionId: string | null): Turn | undefined {
  if (sessionId === null) return undefined
  return useChat.getState().sessions[sessionId]?.turns.findLast(({ status }) => status === 'running')
}

export function selectTurn(sessionId: string, turnId: string): void {
  useChat.setState(({ selected }) => ({ selected: { ...selected, [sessionId]: turnId } }))
}

export function showVersion(sessionId: string, placeId: string, turnId: string): void {
  useChat.setState(({ versions }) => ({ versions: { ...versions, [placeId]: turnId } }))
  selectTurn(sessionId, turnId)
}

function showNewest(sessionId: string): void {
  useChat.setState(({ selected, versions }) => ({
    selected: Object.fromEntries(Object.entries(selected).filter(([id]) => id !== sessionId)),
    versions: Object.fromEntries(Object.entries(versions).filter(([, id]) => !turnOf(sessionId, id))),
  }))
  useView.setState({ lit: null })
}

/** Forgets a session that was deleted. */
export function forgetSessions(ids: readonly string[]): void {
  useChat.setState(({ sessions }) => ({
    sessions: Object.fromEntries(Object.entries(sessions).filter(([id]) => !ids.includes(id))),
  }))
}

function turnOf(sessionId: string, turnId: string): Turn | undefined {
  return useChat.getState().sessions[sessionId]?.turns.find((turn) => turn.turn_id === turnId)
}

const emptySession: ChatSession = { load: 'loading', error: null, turns: [] }

function changeSession(id: string, change: (session: ChatSession) => ChatSession): void {
  useChat.setState(({ sessions }) => ({ sessions: { ...sessions, [id]: change(sessions[id] ?? emptySession) } }))
}

function changeTurn(sessionId: string, turnId: string, change: (turn: Turn) => Turn): void {
  changeSession(sessionId, (session) => ({
    ...session,
    turns: session.turns.map((turn) => (turn.turn_id === turnId ? change(turn) : turn)),
  }))
}
