import type { RunningTurn } from '@shared/changes'
import type { SearchFilter } from '@shared/documents'
import type { SecondOpinion } from '@shared/session/second-opinion'
import type { ContextChoices } from '@shared/session/turn-trace'
import { CairnError, toCairnError } from '@shared/errors'
import i18next from 'i18next'
import { create } from 'zustand'
import { putOut } from './lit'
import { type ChatSession, emptySession, isUntaken, withEarlier, withNewest } from './chat-session'
import { call, reachable } from '../connection'
import { followEvents } from './turns/follow-turn'
import { graphModeOf, takeGraphModeAlong } from './graph-mode'
import { modelForChat, takeChoiceAlong } from '../models/model-choice'
import { notify, notifyError } from '../window/notices'
import { useRunning } from './sessions-store'
import { beginTurn, type Turn } from './turns/turn-reducer'
import { go, useRoute } from '../window/address'
import { showAnswerTab } from '../window/panel-tab'

interface ChatState {
  readonly sessions: Readonly<Record<string, ChatSession>>
  /** The turn whose strip and evidence are on show, by session; absent: the newest. */
  readonly selected: Readonly<Record<string, string>>
  /** The version on show of a place in the conversation, by place; absent: the newest. */
  readonly versions: Readonly<Record<string, string>>
}

export const useChat = create<ChatState>(() => ({ sessions: {}, selected: {}, versions: {} }))

/** Turns that are read at once when a session is opened: more than fill a window. */
const newestTurns = 40
/** The turns of a slice: few enough to hold up neither the engine nor the window. */
const sliceTurns = 60
/** Between slices the window draws and the engine does what others ask of it. */
const sliceAfterMs = 15

const following = new Set<string>()
/** Sessions the earlier turns of which are being read; reading them anew takes over from what went on before. */
const filling = new Map<string, symbol>()
const askedHere = new Set<string>()

/** Whether a turn was asked in this window, so that its reader expects to be taken to it. */
export function wasAskedHere(turnId: string): boolean {
  return askedHere.has(turnId)
}

/** Reads a session from the engine unless it is here already; one that was left half read is read on. */
export async function openSession(id: string): Promise<void> {
  const known = useChat.getState().sessions[id]
  if (!known || known.load === 'failed') await loadSession(id)
  else if (known.earlier && !filling.has(id)) await fill(id)
}

/**
 * Reads a session anew, for instance after the engine was lost in the middle of an answer; waits until it is back. The
 * newest turns are here when this resolves, the others follow.
 */
export async function loadSession(id: string): Promise<void> {
  changeSession(id, (session) => ({ ...session, load: session.load === 'ready' ? 'ready' : 'loading', error: null }))
  try {
    const view = await surely((client) => client.sessions.view({ id, newest: newestTurns }))
    changeSession(id, (session) => withNewest(session, view))
    for (const { turn_id, status } of view.turns) if (status === 'running') void follow(id, turn_id)
    for (const turnId of unseenTurns(id)) void follow(id, turnId)
    void fill(id)
  } catch (thrown) {
    const error = toCairnError(thrown)
    changeSession(id, (session) => ({ ...session, load: 'failed', error: error.report() }))
  }
}

/** Reads the earlier turns of a session slice by slice, newest first, for as long as it is the one on show. */
async function fill(id: string): Promise<void> {
  const mine = Symbol(id)
  filling.set(id, mine)
  const isWanted = () => filling.get(id) === mine && useRoute.getState().sessionId === id
  try {
    for (;;) {
      const earlier = isWanted() && useChat.getState().sessions[id]?.earlier
      if (!earlier) return
      await new Promise((resolve) => setTimeout(resolve, sliceAfterMs))
      if (!isWanted()) return
      const slice = { id, newest: sliceTurns, before: earlier.before }
      const view = await surely((client) => client.sessions.view(slice))
      if (!isWanted()) return
      changeSession(id, (session) => withEarlier(session, view))
    }
  } catch (thrown) {
    if (isWanted()) notifyError(thrown)
  } finally {
    if (filling.get(id) === mine) filling.delete(id)
  }
}

/** Turns of a session that began while it was being read: they are begun here, and say what they are when followed. */
function unseenTurns(id: string): string[] {
  const known = new Set(useChat.getState().sessions[id]?.turns.map(({ turn_id }) => turn_id))
  const unseen = [...useRunning.getState().turns].flatMap(([turnId, of]) =>
    of === id && !known.has(turnId) ? turnId : [],
  )
  const asked_at = new Date().toISOString()
  changeSession(id, (session) => ({
    ...session,
    turns: [
      ...session.turns,
      ...unseen.map((turn_id) =>
        beginTurn({ session_id: id, turn_id, question: '', filter: null, replaces: null, asked_at }),
      ),
    ],
  }))
  return unseen
}

/** After a time without the engine: sessions on show are read again, others when they are next opened. */
export function refreshSessions(existing: ReadonlySet<string>): void {
  const onShow = useRoute.getState().sessionId
  for (const [id, { turns }] of Object.entries(useChat.getState().sessions)) {
    const isOnlyHere = turns.some((turn) => turn.status === 'running' || isUntaken(turn))
    if (existing.has(id) && id === onShow) void loadSession(id)
    else if (!isOnlyHere) forgetSessions([id])
  }
}

export interface AskOptions {
  /** Null starts a new session. */
  readonly sessionId: string | null
  readonly filter?: SearchFilter | null
  readonly searchAnyway?: boolean
  /** The turn whose place the new one takes. */
  readonly replaces?: string | null
  /** Evidence of the session that must, and that must not, be answered from. */
  readonly choices?: ContextChoices | null
}

/** Asks a question and shows its answer as it comes. Returns the session's id at once. */
export function ask(question: string, options: AskOptions): string {
  const { filter = null, replaces = null, searchAnyway = false, choices = null } = options
  const sessionId = options.sessionId ?? `s_${crypto.randomUUID()}`
  const turnId = `t_${crypto.randomUUID()}`
  const start = { session_id: sessionId, turn_id: turnId, question, filter, replaces }
  const model = modelForChat(options.sessionId)
  const graph = graphModeOf(options.sessionId)
  const before = useChat.getState().sessions[sessionId]
  changeSession(sessionId, ({ load, turns, earlier }) => ({
    load: options.sessionId === null ? 'ready' : load,
    error: null,
    earlier,
    turns: [...turns, beginTurn({ ...start, asked_at: new Date().toISOString() })],
  }))
  askedHere.add(turnId)
  // What was asked before is read, too, where that has not been done.
  if (options.sessionId !== null && before?.load !== 'ready') void loadSession(sessionId)
  showNewest(sessionId)
  // A document of before would stand in the place of the answer's evidence; its tab stays.
  showAnswerTab()
  if (options.sessionId === null) {
    takeChoiceAlong(sessionId)
    takeGraphModeAlong(sessionId)
    go({ view: 'chat', sessionId })
  }
  void begin(sessionId, turnId, {
    session_id: sessionId,
    turn_id: turnId,
    question,
    search_anyway: searchAnyway,
    locale: i18next.language === 'zh' ? 'zh' : 'en',
    ...(filter ? { filter } : {}),
    ...(replaces === null ? {} : { replaces }),
    ...(choices ? { choices } : {}),
    ...(model === undefined ? {} : { model }),
    ...(graph === undefined ? {} : { graph }),
  })
  return sessionId
}

type StartInput = Parameters<Parameters<Parameters<typeof call>[0]>[0]['chat']['start']>[0]

async function begin(sessionId: string, turnId: string, input: StartInput): Promise<void> {
  try {
    // Idempotent by the turn's id, so an answer that was lost is simply asked for again.
    await surely((client) => client.chat.start(input))
  } catch (thrown) {
    failTurn(sessionId, turnId, toCairnError(thrown))
    return
  }
  await follow(sessionId, turnId)
}

/** Calls the engine, again and again while it cannot be reached. */
async function surely<T>(run: Parameters<typeof call<T>>[0]): Promise<T> {
  for (;;) {
    await reachable()
    try {
      return await call(run)
    } catch (thrown) {
      if (toCairnError(thrown).code !== 'UNREACHABLE') throw thrown
    }
  }
}

/** Shows a turn that another window started in a session that is open here. */
export async function followForeign(sessionId: string, turnId: string): Promise<void> {
  const known = turnOf(sessionId, turnId)
  if (known && known.status !== 'running') return
  if (known) await follow(sessionId, turnId)
  else await loadSession(sessionId)
}

/** A second opinion on an answer that may be on show. */
export function receiveOpinion({ session_id: sessionId, turn_id: turnId }: RunningTurn, opinion: SecondOpinion): void {
  if (turnOf(sessionId, turnId)) changeTurn(sessionId, turnId, (turn) => ({ ...turn, second_opinion: opinion }))
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
    await readRecord(sessionId, turnId, toCairnError(thrown))
  } finally {
    following.delete(turnId)
  }
}

/** A turn that cannot be followed is shown as the record has it, or with what went wrong where that says it still runs. */
async function readRecord(sessionId: string, turnId: string, error: CairnError): Promise<void> {
  await loadSession(sessionId)
  const turn = turnOf(sessionId, turnId)
  if (turn?.status === 'interrupted')
    notify({ key: turn.response === '' ? 'chat:interrupted.empty' : 'chat:interrupted.kept' })
  if (turn?.status !== 'running') return
  // Where this engine does not run the turn it was started again, and had not taken the question before.
  const lost = new CairnError('UNREACHABLE', 'The engine stopped before it had taken the question.', 'Ask again.')
  failTurn(sessionId, turnId, error.code === 'NOT_FOUND' ? lost : error)
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
  putOut()
}

/** Forgets a session that was deleted. */
export function forgetSessions(ids: readonly string[]): void {
  for (const id of ids) filling.delete(id)
  useChat.setState(({ sessions }) => ({
    sessions: Object.fromEntries(Object.entries(sessions).filter(([id]) => !ids.includes(id))),
  }))
}

function turnOf(sessionId: string, turnId: string): Turn | undefined {
  return useChat.getState().sessions[sessionId]?.turns.find((turn) => turn.turn_id === turnId)
}

function changeSession(id: string, change: (session: ChatSession) => ChatSession): void {
  useChat.setState(({ sessions }) => ({ sessions: { ...sessions, [id]: change(sessions[id] ?? emptySession) } }))
}

function changeTurn(sessionId: string, turnId: string, change: (turn: Turn) => Turn): void {
  changeSession(sessionId, (session) => ({
    ...session,
    turns: session.turns.map((turn) => (turn.turn_id === turnId ? change(turn) : turn)),
  }))
}

function failTurn(sessionId: string, turnId: string, error: CairnError): void {
  changeTurn(sessionId, turnId, (turn) => ({ ...turn, status: 'error', error: error.report() }))
}
