import { noSeal } from '@engine/platform/sealing/line-seal'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CairnError } from '@shared/errors'
import { SessionView } from '@shared/session/session-view'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { loadMemory } from '@engine/pipeline/stages/1-memory-load'
import { sessionPaths, writeCompact } from '@engine/storage/sessions/session-files'
import { JournalledSessionStore } from '@engine/storage/sessions/file-session-store'
import { generateSession, generateTurn, seededRandom } from './generated-sessions'
import type { BenchIo } from '../io'
import { figures, round } from '../metrics'
import { createProgressBar, type ProgressBar } from '../progress-bar'

const mebibyte = 1024 * 1024
const repeats = 30
const openedSessions = 100
/** Turns appended to the long session: more than its journal takes before it is folded. */
const appendedTurns = 60
const startMs = Date.parse('2026-01-01T00:00:00Z')
const long = 'long'

const searches = {
  one_word: 'spillway',
  two_words: 'turbidity K4711',
  chinese: '溢洪道',
  rare: 'K9999',
  no_hit: 'xylophone',
}

/**
 * `bench sessions [--sessions 10000] [--messages 5000]`: one JSON line. A store of that many sessions of 2 to 20 messages
 * and one of that many messages; times in milliseconds.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { sessions: { type: 'string', default: '10000' }, messages: { type: 'string', default: '5000' } },
  })
  const sessions = wholeNumber(values.sessions, '--sessions')
  const messages = wholeNumber(values.messages, '--messages')
  const folder = await mkdtemp(join(tmpdir(), 'cairn-sessions-'))
  const bar = createProgressBar(io)
  try {
    const store = join(folder, 'store')
    const written = await writeSessions(store, sessions, messages, bar)
    const whole = await measureEngine(store, sessions, io, bar)
    const turns = await measureTurns(store, sessions, messages, bar)
    bar.end()
    const rss_mb = Math.round(process.memoryUsage().rss / mebibyte)
    io.print(JSON.stringify({ bench: 'sessions', sessions, messages, ...written, ...whole, ...turns, rss_mb }))
    return 0
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function wholeNumber(value: string, option: string): number {
  const number = Number(value)
  if (Number.isInteger(number) && number >= 2) return number
  throw new CairnError('INVALID_INPUT', `${option} takes a whole number of at least 2.`, `For example ${option} 1000.`)
}

async function writeSessions(store: string, sessions: number, messages: number, bar: ProgressBar) {
  const random = seededRandom(11)
  const folder = join(store, 'sessions')
  const temporary = join(store, 'tmp')
  for (const made of [folder, temporary]) await mkdir(made, { recursive: true })
  const write = async (id: string, turns: number, at: number) => {
    const context = generateSession(id, turns, at, random)
    const session = { state: { context, streamed: {} }, seq: turns * 76 + 1 }
    await writeCompact(sessionPaths(folder, id).compact, session, { temporaryFolder: temporary, seal: noSeal })
  }
  for (let n = 0; n < sessions; n += 1) {
    bar.step('writing sessions', n, sessions)
    await write(`s${n}`, 1 + Math.floor(random() * 10), startMs + n * 3_600_000)
  }
  await write(long, Math.floor(messages / 2), startMs)
  let bytes = 0
  for (const name of await readdir(folder)) bytes += (await stat(join(folder, name))).size
  const longFile = await stat(sessionPaths(folder, long).compact)
  return { disk_mb: round(bytes / mebibyte, 1), long_mb: round(longFile.size / mebibyte, 1) }
}

async function measureEngine(folder: string, sessions: number, io: BenchIo, bar: ProgressBar) {
  bar.step('starting', 0, 1)
  const started = performance.now()
  const engine = await createEngine({ folder, resources: io.resources })
  try {
    const startMs = performance.now() - started
    const firstListMs = await timed(() => engine.listSessions())
    const list = await repeated(() => engine.listSessions())
    const rss_listed_mb = Math.round(process.memoryUsage().rss / mebibyte)
    bar.step('searching', 0, 1)
    const firstSearchMs = await timed(() => engine.searchSessions(searches.no_hit, 50))
    const search: Record<string, ReturnType<typeof figures>> = {}
    for (const [name, query] of Object.entries(searches)) {
      search[name] = await repeated(() => engine.searchSessions(query, 50))
    }
    const rss_searched_mb = Math.round(process.memoryUsage().rss / mebibyte)
    bar.step('opening', 0, 1)
    return {
      start_ms: round(startMs, 0),
      first_list_ms: round(firstListMs, 0),
      list,
      first_search_ms: round(firstSearchMs, 0),
      search,
      open: await measureOpening(engine, sessions),
      rss_listed_mb,
      rss_searched_mb,
    }
  } finally {
    await engine.close()
  }
}

async function measureOpening(engine: Engine, sessions: number) {
  const small: number[] = []
  for (let n = 0; n < openedSessions; n += 1) {
    const id = `s${Math.floor((n * sessions) / openedSessions)}`
    small.push(await timed(() => engine.viewSession(id)))
  }
  const longFirstMs = await timed(() => engine.viewSession(long, { newest: 40 }))
  return {
    small: figures(small),
    long_first_ms: round(longFirstMs, 0),
    long_newest: await repeated(() => engine.viewSession(long, { newest: 40 })),
    long_slice: await measureSlice(engine),
    long_whole: await repeated(() => engine.viewSession(long)),
  }
}

/** How long a window that reads the long session on holds up the engine at a time: to gather, check and write a slice. */
async function measureSlice(engine: Engine) {
  const { turns } = await engine.viewSession(long, { newest: 40 })
  const slice = { newest: 60, before: turns[0]?.turn_id }
  return repeated(async () => JSON.stringify(SessionView.parse(await engine.viewSession(long, slice))))
}

/** Stage 1 and the record of whole turns, as a turn of the pipeline calls them. */
async function measureTurns(store: string, sessions: number, messages: number, bar: ProgressBar) {
  const options = { temporaryFolder: join(store, 'tmp'), readOnly: false, now: Date.now, log: () => undefined }
  const opened = new JournalledSessionStore(join(store, 'sessions'), options)
  const random = seededRandom(13)
  const small: TurnTimes[] = []
  const long_: TurnTimes[] = []
  try {
    for (let n = 0; n < openedSessions; n += 1) {
      const id = `s${Math.floor((n * sessions) / openedSessions)}`
      small.push(await measureTurn(opened, id, `${id}-new`, random))
    }
    for (let n = 0; n < appendedTurns; n += 1) {
      bar.step('turns of the long session', n, appendedTurns)
      long_.push(await measureTurn(opened, long, `${long}-new${n}`, random))
    }
  } finally {
    await opened.close()
  }
  const again = new JournalledSessionStore(join(store, 'sessions'), options)
  const reopenedMs = await timed(() => again.load(long))
  await again.close()
  const of = (turns: readonly TurnTimes[]) => ({
    memory_load: figures(turns.map(({ memory }) => memory)),
    question_recorded: figures(turns.map(({ asked }) => asked)),
    token_recorded: figures(turns.map(({ token }) => token)),
    turn_ended: figures(turns.map(({ ended }) => ended)),
    turn_ended_most_ms: round(Math.max(...turns.map(({ ended }) => ended)), 0),
    whole_record: figures(turns.map(({ all }) => all)),
  })
  return {
    small_turns: of(small),
    long_turns: { messages, first_question_ms: round(long_[0]?.asked ?? 0, 0), ...of(long_) },
    long_reopened_ms: round(reopenedMs, 0),
  }
}

/** Milliseconds: to record the question, to load the memory, a token on average, to record the end, all of it. */
interface TurnTimes {
  readonly asked: number
  readonly memory: number
  readonly token: number
  readonly ended: number
  readonly all: number
}

async function measureTurn(
  sessions: JournalledSessionStore,
  sessionId: string,
  turnId: string,
  random: () => number,
): Promise<TurnTimes> {
  const turn = generateTurn(turnId, new Date(startMs).toISOString(), random)
  const asked = await timed(async () => {
    await sessions.has(sessionId)
    await sessions.append(sessionId, turn.asked, { durable: true })
  })
  const memory = await timed(() => loadMemory({ sessionId, turnId }, { sessions, now: Date.now }))
  const found = await timed(async () => {
    await sessions.append(sessionId, turn.found)
    await sessions.append(sessionId, turn.assembled)
  })
  const tokens = await timed(async () => {
    for (const token of turn.tokens) await sessions.append(sessionId, [token])
  })
  const ended = await timed(() => sessions.append(sessionId, [turn.ended], { durable: true }))
  return { asked, memory, token: tokens / turn.tokens.length, ended, all: asked + found + tokens + ended }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function repeated(work: () => Promise<unknown>): Promise<ReturnType<typeof figures>> {
  const times: number[] = []
  for (let n = 0; n < repeats; n += 1) times.push(await timed(work))
  return figures(times)
}
