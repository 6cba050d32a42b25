import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { CairnEvent } from '@shared/events'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import type { BenchIo } from '../io'
import { figures, round } from '../metrics'
import { childrenPeakMb, processorClock } from '../with-children'
import { askTimed } from './speed-turns'

const mebibyte = 1024 * 1024
/** Between two questions that are asked while files go in, at least; and so much longer than a question took that they cost little. */
const pause = { ms: 300, times: 9 }
/** How often it is told how far a library is. */
const marks = 20

interface Library {
  /** Folder of the files, and how many bytes and files that is. */
  readonly files: string
  readonly bytes: number
  readonly fileCount: number
  readonly questions: readonly string[]
}

/** How long a step took, by the clock and of processor time of this process and those it has started. */
interface Effort {
  readonly seconds: number
  readonly processor_seconds: number
  readonly rss_mb: number
}

/**
 * Ingests a folder into a store, asking one of the questions now and then, as somebody would, while files come in; until all can be
 * searched, or until all is in the graph, too.
 */
export async function measureIngest(store: string, library: Library, until: 'searchable' | 'mapped', io: BenchIo) {
  const engine = await createEngine({ folder: store, resources: io.resources })
  const finished = new AbortController()
  try {
    const delays = eventLoopDelays()
    const effort = effortFrom(processorClock())
    const asking = askNowAndThen(engine, library.questions, finished.signal)
    const curve: (Effort & { files: number })[] = []
    let searchable = effort()
    let childrenMb = 0
    for await (const event of engine.ingest({ paths: [library.files] })) {
      const done = filesDone(event)
      childrenMb = Math.max(childrenMb, childrenPeakMb())
      if (done === undefined) continue
      if (done >= Math.ceil(((curve.length + 1) * library.fileCount) / marks)) {
        curve.push({ files: done, ...effort() })
        io.progress(`${done} of ${library.fileCount} files are searchable; ${JSON.stringify(curve.at(-1))}`)
      }
      searchable = effort()
      if (!isLast(event)) continue
      delays.searchable()
      finished.abort()
      if (until === 'searchable') break
    }
    const mapped = effort()
    const waits = delays.end()
    finished.abort()
    const asked = await asking
    const { chunks } = await engine.info()
    return {
      /** Until everything could be searched… */
      seconds: searchable.seconds,
      searchable_processor_seconds: searchable.processor_seconds,
      mb_per_s: round(library.bytes / mebibyte / searchable.seconds),
      chunks_per_s: Math.round(chunks / searchable.seconds),
      /** …and until it was in the graph, too. */
      mapped_seconds: until === 'mapped' ? mapped.seconds : null,
      processor_seconds: mapped.processor_seconds,
      rss_mb: mapped.rss_mb,
      /** The most that its child processes held meanwhile, at their largest; on Linux. */
      children_peak_rss_mb: childrenMb,
      event_loop_delay: waits,
      /** Of questions asked while files came in, the last of which may have ended just after. */
      asked_meanwhile: {
        questions: asked.length,
        stages_1_to_7: figures(asked.map(({ throughSeven }) => throughSeven)),
        whole_turn: figures(asked.map(({ total }) => total)),
      },
      curve,
    }
  } finally {
    finished.abort()
    await engine.close()
  }
}

/** Has what can be searched read for the graph, in a store that was closed before that was done. */
export async function measureMapping(store: string, io: BenchIo): Promise<Effort> {
  const engine = await createEngine({ folder: store, resources: io.resources })
  try {
    const effort = effortFrom(processorClock())
    for await (const event of engine.ingest({ paths: [] })) {
      if (event.type === 'progress' && event.done % 500 === 0)
        io.progress(`${event.done} of ${event.total} files are in the graph; ${JSON.stringify(effort())}`)
    }
    return effort()
  } finally {
    await engine.close()
  }
}

function effortFrom(used: () => number): () => Effort {
  const start = performance.now()
  return () => ({
    seconds: round((performance.now() - start) / 1000),
    processor_seconds: round(used() / 1000),
    rss_mb: Math.round(process.memoryUsage.rss() / mebibyte),
  })
}

function filesDone(event: CairnEvent): number | undefined {
  return event.type === 'progress' && event.job === 'ingest' ? event.done : undefined
}

/** The last word on a job is the only one that is about no document. */
function isLast(event: CairnEvent): boolean {
  return event.type === 'progress' && event.document === undefined
}

/** How long the event loop waits, until all can be searched and from then on. */
function eventLoopDelays() {
  const [first, then] = [monitorEventLoopDelay({ resolution: 5 }), monitorEventLoopDelay({ resolution: 5 })]
  first.enable()
  const told = (delay: typeof first) => ({
    p99_ms: round(delay.percentile(99) / 1e6, 1),
    max_ms: round(delay.max / 1e6, 1),
  })
  let hasBegun = false
  return {
    searchable() {
      first.disable()
      then.enable()
      hasBegun = true
    },
    end() {
      first.disable()
      then.disable()
      return { searchable: told(first), mapping: hasBegun && then.count > 0 ? told(then) : null }
    },
  }
}

type TimedTurn = Awaited<ReturnType<typeof askTimed>>

async function askNowAndThen(engine: Engine, questions: readonly string[], signal: AbortSignal): Promise<TimedTurn[]> {
  const turns: TimedTurn[] = []
  for (;;) {
    const pauseMs = Math.max(pause.ms, pause.times * (turns.at(-1)?.total ?? 0))
    await wait(pauseMs, undefined, { signal }).catch(() => undefined)
    const question = questions[turns.length % questions.length]
    if (signal.aborted || question === undefined) return turns
    turns.push(await askTimed(engine, question))
  }
}
