import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { writeHeapSnapshot } from 'node:v8'
import { CairnError } from '@shared/errors'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { generateCorpus, type GeneratedCorpus } from '../speed/corpus/generated-corpus'
import type { BenchIo } from '../io'
import { createProgressBar } from '../progress-bar'
import { growthPerThousand, type Progressed } from './growth'
import { heapClasses, heapGrowth } from './heap-classes'
import { sampleMemory } from './process-memory'
import { createAsker, createChanger } from './soak-steps'

/** How often memory is looked at in a run. */
const samplesPerRun = 20
/** Milliseconds behind the start, in which what is loaded ahead of a question is loaded. */
const settledMs = 8_000
const heaps = { before: 'before.heapsnapshot', after: 'after.heapsnapshot' }

/**
 * `bench soak [--chunks 2000] [--questions 1000] [--changes 300] [--rest 10000] [--keep FOLDER] [--heap]`: one JSON line. Memory and handles
 * of this process after the start, as questions are asked, as documents change, and when nothing has happened for `--rest`
 * milliseconds, the first half of which what is idle is given up after. `--heap` also compares the main thread's heap by class, before
 * and after: it stops for seconds to write it down.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const plan = planOf(args)
  const folder =
    plan.keep === undefined
      ? await mkdtemp(join(tmpdir(), 'cairn-soak-'))
      : join(resolve(plan.keep), String(plan.chunks))
  await mkdir(join(folder, 'changing'), { recursive: true })
  try {
    const corpus = await generateCorpus(join(folder, 'files'), plan.chunks, join(io.resources, 'sample'))
    const store = join(folder, 'store')
    const ingested = existsSync(store) ? null : await ingest(store, join(folder, 'files'), io)
    const engine = await createEngine({ folder: store, resources: io.resources, restAfterMs: plan.rest / 2 })
    try {
      const measured = await measure(engine, { plan, corpus, folder }, io)
      const heap = plan.heap ? { heap: heapGrowth(...(await heapsIn(folder))) } : {}
      io.print(JSON.stringify({ bench: 'soak', ...measured, ...heap, ingested }))
    } finally {
      await engine.close()
    }
    return 0
  } finally {
    if (plan.keep === undefined) await rm(folder, { recursive: true, force: true })
  }
}

interface Plan {
  readonly chunks: number
  readonly questions: number
  readonly changes: number
  /** Milliseconds. */
  readonly rest: number
  readonly keep: string | undefined
  readonly heap: boolean
}

function planOf(args: string[]): Plan {
  const { values } = parseArgs({
    args,
    options: {
      chunks: { type: 'string', default: '2000' },
      questions: { type: 'string', default: '1000' },
      changes: { type: 'string', default: '300' },
      rest: { type: 'string', default: '10000' },
      keep: { type: 'string' },
      heap: { type: 'boolean', default: false },
    },
  })
  const whole = (name: 'chunks' | 'questions' | 'changes' | 'rest') => {
    const number = Number(values[name])
    if (Number.isInteger(number) && number >= (name === 'chunks' ? 1 : 0)) return number
    throw new CairnError('INVALID_INPUT', `--${name} takes a whole number.`, `For example --${name} 1000.`)
  }
  return {
    chunks: whole('chunks'),
    questions: whole('questions'),
    changes: whole('changes'),
    rest: whole('rest'),
    keep: values.keep,
    heap: values.heap,
  }
}

/** In an engine of its own, as files come in on another day than questions. */
async function ingest(store: string, files: string, io: BenchIo) {
  io.progress('ingesting')
  const engine = await createEngine({ folder: store, resources: io.resources })
  try {
    for await (const event of engine.ingest({ paths: [files] })) void event
    return await sampleMemory()
  } finally {
    await engine.close()
  }
}

async function measure(
  engine: Engine,
  { plan, corpus, folder }: { plan: Plan; corpus: GeneratedCorpus; folder: string },
  io: BenchIo,
) {
  await wait(settledMs)
  const started = await sampleMemory()
  if (plan.heap) writeHeapSnapshot(join(folder, heaps.before))
  const ask = createAsker(engine, corpus.sentences)
  const change = createChanger(engine, join(folder, 'changing'), corpus.sentences)
  const questions = await repeat({ label: 'questions', count: plan.questions, step: ask }, io)
  const changes = await repeat({ label: 'changes', count: plan.changes, step: change }, io)
  await wait(plan.rest)
  const rested = await sampleMemory()
  if (plan.heap) writeHeapSnapshot(join(folder, heaps.after))
  const { chunks } = await engine.info()
  return {
    chunks,
    started,
    after_questions: questions.at(-1) ?? null,
    after_changes: changes.at(-1) ?? null,
    at_rest: rested,
    per_1000_questions: growthPerThousand(questions),
    per_1000_changes: growthPerThousand(changes),
    samples: { questions, changes },
  }
}

/** What was written down of the heap, read when nothing more is measured: that takes memory, too. */
function heapsIn(folder: string) {
  return Promise.all([heapClasses(join(folder, heaps.before)), heapClasses(join(folder, heaps.after))])
}

async function repeat(
  { label, count, step }: { label: string; count: number; step: () => Promise<void> },
  io: BenchIo,
): Promise<Progressed[]> {
  const bar = createProgressBar(io)
  const every = Math.max(1, Math.floor(count / samplesPerRun))
  const samples: Progressed[] = []
  for (let done = 1; done <= count; done += 1) {
    bar.step(label, done, count)
    await step()
    if (done % every !== 0 && done !== count) continue
    const sample = { step: done, ...(await sampleMemory()) }
    samples.push(sample)
    // A run of hours that is ended by hand has told so much.
    io.progress(`${label}: ${JSON.stringify(sample)}`)
  }
  bar.end()
  return samples
}
