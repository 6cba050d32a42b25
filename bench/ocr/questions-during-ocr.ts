import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { CairnError } from '@shared/errors'
import type { BenchIo } from '../io'
import { percentile, round } from '../metrics'
import { generateCorpus } from '../speed/corpus/generated-corpus'
import { askTimed } from '../speed/speed-turns'

interface Asked {
  /** Milliseconds by the clock. */
  readonly total: number
  /** Milliseconds of processor time of this process, in which the engine and its index run; OCR has a process of its own. */
  readonly cpu: number
}

/**
 * `bench ocr-load --picture <file> [--chunks 1000] [--rounds 6] [--questions 10]`: what OCR in the background costs questions. Asks the
 * same questions with and without it in turn, and prints one JSON line: medians of both, and their ratios.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      picture: { type: 'string' },
      chunks: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '6' },
      questions: { type: 'string', default: '10' },
    },
  })
  if (values.picture === undefined) {
    throw new CairnError('INVALID_INPUT', 'Which picture is to be read?', 'Name a page of text by --picture.')
  }
  const [chunks, rounds, questions] = [values.chunks, values.rounds, values.questions].map(Number)
  const folder = await mkdtemp(join(tmpdir(), 'cairn-ocr-load-'))
  const engine = await createEngine({ folder: join(folder, 'store'), resources: io.resources })
  try {
    const corpus = await generateCorpus(join(folder, 'files'), chunks ?? 1000, join(io.resources, 'sample'))
    await engine.changeSettings({ ocr: { paused: true } })
    io.progress('adding typed text')
    await end(engine.ingest({ paths: [join(folder, 'files')] }))
    await addScans(engine, values.picture, { folder: join(folder, 'scans'), count: (rounds ?? 6) * 8 })
    const asked = corpus.questions.slice(0, questions)
    await askAll(engine, asked)
    const [without, during]: [Asked[], Asked[]] = [[], []]
    let pages = 0
    for (let at = 0; at < (rounds ?? 6); at += 1) {
      io.progress(`round ${at + 1} of ${rounds ?? 6}`)
      without.push(...(await askAll(engine, asked)))
      pages += await whileReading(engine, async () => void during.push(...(await askAll(engine, asked))))
    }
    io.print(
      JSON.stringify({
        bench: 'ocr-load',
        chunks,
        rounds,
        questions: asked.length,
        pages,
        ...compared(without, during),
      }),
    )
    return 0
  } finally {
    await engine.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Copies of a picture that differ in bytes behind its end. */
async function addScans(
  engine: Engine,
  picture: string,
  { folder, count }: { readonly folder: string; readonly count: number },
): Promise<void> {
  const bytes = await readFile(picture)
  await mkdir(folder)
  for (let at = 0; at < count; at += 1) {
    await writeFile(join(folder, `${at}-${basename(picture)}`), Buffer.concat([bytes, Buffer.from(String(at))]))
  }
  await end(engine.ingest({ paths: [folder] }))
}

async function askAll(engine: Engine, questions: readonly string[]): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const question of questions) {
    const before = process.cpuUsage()
    const { total } = await askTimed(engine, question)
    const { user, system } = process.cpuUsage(before)
    asked.push({ total, cpu: (user + system) / 1000 })
  }
  return asked
}

/** Does something while pages are being read, from the end of the first one on; how many were read meanwhile. */
async function whileReading(engine: Engine, work: () => Promise<void>): Promise<number> {
  await engine.changeSettings({ ocr: { paused: false } })
  let pages = 0
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const following = (async () => {
    for await (const event of engine.readScans()) {
      if (event.type !== 'progress') continue
      pages = Math.max(pages, event.done)
      if (event.done > 0) begin()
    }
    begin()
  })()
  await begun
  await work()
  await engine.changeSettings({ ocr: { paused: true } })
  await following
  return pages
}

async function end(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of events);
}

function compared(without: readonly Asked[], during: readonly Asked[]) {
  const medians = (asked: readonly Asked[]) => ({
    latency_ms: round(
      percentile(
        asked.map(({ total }) => total),
        50,
      ),
      1,
    ),
    cpu_ms: round(
      percentile(
        asked.map(({ cpu }) => cpu),
        50,
      ),
      1,
    ),
  })
  const [alone, beside] = [medians(without), medians(during)]
  return {
    without: alone,
    during: beside,
    latency_ratio: round(beside.latency_ms / Math.max(0.001, alone.latency_ms), 2),
    cpu_ratio: round(beside.cpu_ms / Math.max(0.001, alone.cpu_ms), 2),
  }
}
