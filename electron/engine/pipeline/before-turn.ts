import type { EventBody, Preparation } from '@shared/events'
import { timer, withDeadline } from '@engine/platform/deadline'
import { spanOf } from '@engine/platform/tracing/span-of-signal'
import { failed, tracedOn } from '@engine/platform/tracing/traced'
import type { SessionQueue } from '@engine/session/session-queue'
import { detectLanguage } from '@engine/text/language'
import { asksForThemes } from './intent/overview-intent'
import { inTime } from './stage'
import { toolQuestion } from './tool-calls/read-part'
import type { PipelineRooms, TurnRequest } from './turn'

/** A question about the whole library waits at most so many milliseconds for the graph, however large that is. */
const graphLimitMs = 15_000
/** A question that may be for tables waits at most so many milliseconds for them. */
const toolsLimitMs = 6000

/** A wait that is over by then, in milliseconds, is told to nobody. */
const unnoticedMs = 300

type Emit = (body: EventBody) => void

/** Waits, and says what for where that takes long enough to be noticed. `after` measures the time. */
export async function telling<T>(what: Preparation, emit: Emit, work: () => Promise<T>, after = timer): Promise<T> {
  const callOff = after(unnoticedMs, () => emit({ type: 'preparing', what }))
  try {
    return await work()
  } finally {
    callOff()
  }
}

/** The same as a span of what the signal belongs to. */
function waiting<T>(what: Preparation, { emit, signal }: Omit<Readying, 'log'>, work: () => Promise<T>): Promise<T> {
  return tracedOn(signal, { kind: 'wait', name: what }, () => telling(what, emit, work), { carries: true })
}

/** Waits until the index can be searched, however long that takes. Throws CANCELLED. */
export async function indexReady(ready: Promise<unknown>, readying: Omit<Readying, 'log'>): Promise<void> {
  await waiting('index', readying, () => withDeadline(() => ready, Infinity, readying.signal))
}

/** Runs a turn when the turns before it in its session are done; that wait is a span. Throws CANCELLED. */
export async function afterEarlierTurns(
  {
    queue,
    sessionId,
    signal,
  }: { readonly queue: SessionQueue; readonly sessionId: string; readonly signal: AbortSignal },
  turn: () => Promise<void>,
): Promise<void> {
  const wait = spanOf(signal)?.begin({ kind: 'wait', name: 'queue' })
  const begin = () => {
    wait?.end()
    return turn()
  }
  try {
    await queue.run(sessionId, begin, signal)
  } catch (thrown) {
    wait?.end(failed(thrown))
    throw thrown
  }
}

interface Readying {
  readonly signal: AbortSignal
  readonly emit: Emit
  readonly log: (line: string) => void
}

/** Waits for what a question needs and a stage has no time to wait for. Throws CANCELLED. */
export async function readyFor(request: TurnRequest, rooms: PipelineRooms, readying: Readying): Promise<void> {
  const { signal, log } = readying
  const loaded = async () => rooms.firstLoads?.forQuestion(detectLanguage(request.question), signal)
  await waiting('loading', readying, loaded)
  await waiting('graph', readying, () => graphFor(request, rooms, signal, log))
  await waiting('tables', readying, () => toolsFor(request, rooms, signal))
}

/** Just after a start the graph is still being put together, which takes longer than a stage has. */
async function graphFor(
  request: TurnRequest,
  rooms: PipelineRooms,
  signal: AbortSignal,
  log: (line: string) => void,
): Promise<void> {
  const { graph, settings } = rooms
  if (!graph || ((request.graph ?? settings().graph) !== 'global' && !asksForThemes(request, rooms))) return
  try {
    await withDeadline(() => graph.ready(), graphLimitMs, signal)
  } catch (thrown) {
    if (signal.aborted) throw thrown
    // The search says in its own words what it had to do without.
    log(`graph: ${String(thrown)}`)
  }
}

/** Tables of documents that were just added are typed first, where the question may be for them. */
async function toolsFor(request: TurnRequest, rooms: PipelineRooms, signal: AbortSignal): Promise<void> {
  const { tools } = rooms
  if (!tools) return
  const prepare = (inner: AbortSignal) => tools.prepare(toolQuestion(request.question, request, rooms), inner)
  await inTime(prepare, toolsLimitMs, undefined, signal)
}
