import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import type { BenchIo } from '../io'
import { figures, round } from '../metrics'
import { askTimed } from './speed-turns'

const mebibyte = 1024 * 1024
/** Between two questions that are asked while files go in. */
const pauseMs = 1500

/** Ingests a folder of `bytes` into a new store, asking a question now and then, as somebody would. */
export async function measureIngest(
  store: string,
  { files, bytes, questions }: { files: string; bytes: number; questions: readonly string[] },
  io: BenchIo,
) {
  const engine = await createEngine({ folder: store, resources: io.resources })
  const finished = new AbortController()
  try {
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const start = performance.now()
    const asking = askNowAndThen(engine, questions, finished.signal)
    let searchable = start
    for await (const event of engine.ingest({ paths: [files] })) {
      if (event.type === 'progress' && event.job === 'ingest') searchable = performance.now()
      if (event.type === 'progress' && event.document?.status === 'ready' && event.done % 100 === 0)
        io.progress(`ingesting ${event.done} of ${event.total} files`)
    }
    const seconds = (searchable - start) / 1000
    const mapped = (performance.now() - start) / 1000
    delay.disable()
    finished.abort()
    const asked = await asking
    const { chunks } = await engine.info()
    return {
      /** Until everything could be searched… */
      seconds: round(seconds),
      /** …and until it was in the graph, too. */
      mapped_seconds: round(mapped),
      mb_per_s: round(bytes / mebibyte / seconds),
      chunks_per_s: Math.round(chunks / seconds),
      event_loop_delay_p99_ms: round(delay.percentile(99) / 1e6, 1),
      event_loop_delay_max_ms: round(delay.max / 1e6, 1),
      stages_1_to_7_meanwhile: { questions: asked.length, ...figures(asked) },
    }
  } finally {
    finished.abort()
    await engine.close()
  }
}

async function askNowAndThen(engine: Engine, questions: readonly string[], signal: AbortSignal): Promise<number[]> {
  const times: number[] = []
  for (;;) {
    await wait(pauseMs, undefined, { signal }).catch(() => undefined)
    const question = questions[times.length % questions.length]
    if (signal.aborted || question === undefined) return times
    times.push((await askTimed(engine, question)).throughSeven)
  }
}
