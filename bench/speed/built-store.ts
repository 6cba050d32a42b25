import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { BenchIo } from '../io'
import { type GeneratedCorpus, generateCorpus } from './corpus/generated-corpus'
import { measureIngest, measureMapping } from './speed-ingest'

const Built = z.object({
  chunks: z.number().int(),
  varied: z.boolean(),
  /** What building took, until all could be searched at least. */
  ingest: z.looseObject({
    processor_seconds: z.number(),
    searchable_processor_seconds: z.number(),
    seconds: z.number(),
    mapped_seconds: z.number().nullable(),
  }),
})
type Built = z.infer<typeof Built>

export interface LibraryPlan {
  readonly chunks: number
  readonly isVaried: boolean
  /** Nobody asks while files come in. */
  readonly isAlone?: boolean
}

export interface BuildPlan extends LibraryPlan {
  /** How far a library is built: `asked` goes on to the questions. */
  readonly until: 'searchable' | 'mapped' | 'asked'
}

/** A folder with a generated library in it. */
export interface BuiltStore {
  /** The store, for `createEngine`. */
  readonly store: string
  readonly folder: string
  readonly corpus: GeneratedCorpus
  /** What was measured while it was built, now or in an earlier run; null where a store of an older build is gone on with. */
  readonly ingest: Built['ingest'] | null
  /** Whether this process has built it: then it is no process in which a start can be measured. */
  readonly isOfThisProcess: boolean
}

/**
 * Builds a library, or goes on from what an earlier run has built in the same folder; what was interrupted is finished, and measured
 * from there. The folder is one of its own and goes afterwards, unless one is named.
 */
export async function withBuiltStore<T>(
  { folder: named, plan }: { folder: string | undefined; plan: BuildPlan },
  io: BenchIo,
  work: (built: BuiltStore) => Promise<T>,
): Promise<T> {
  const folder = named === undefined ? await mkdtemp(join(tmpdir(), 'cairn-speed-')) : resolve(named)
  await mkdir(folder, { recursive: true })
  try {
    return await work(await build(folder, plan, io))
  } finally {
    if (named === undefined) await rm(folder, { recursive: true, force: true })
  }
}

async function build(
  folder: string,
  { chunks, isVaried, isAlone, until }: BuildPlan,
  io: BenchIo,
): Promise<BuiltStore> {
  const [store, files, note] = [join(folder, 'store'), join(folder, 'files'), join(folder, 'built.json')]
  const keep = async (ingest: Built['ingest']) => {
    await writeFile(note, JSON.stringify({ chunks, varied: isVaried, ingest }))
    return ingest
  }
  io.progress('writing files')
  const corpus = await generateCorpus(files, chunks, join(io.resources, 'sample'), { isVaried })
  let ingest = await builtBefore(note, chunks, isVaried)
  const isOfThisProcess = ingest === null
  ingest ??= await keep(
    await measureIngest(
      store,
      { files, ...corpus, ...(isAlone === true && { questions: [] }) },
      until === 'searchable' ? 'searchable' : 'mapped',
      io,
    ),
  )
  if (until === 'mapped' && ingest.mapped_seconds === null) {
    const { seconds, processor_seconds } = await measureMapping(store, io)
    const all = ingest.processor_seconds + processor_seconds
    ingest = await keep({ ...ingest, mapped_seconds: seconds, processor_seconds: all })
  }
  return { store, folder, corpus, ingest, isOfThisProcess }
}

/** What an earlier run has built here; of another library it is of no use. */
async function builtBefore(note: string, chunks: number, isVaried: boolean): Promise<Built['ingest'] | null> {
  if (!existsSync(note)) return null
  const before = Built.parse(JSON.parse(await readFile(note, 'utf8')))
  return before.chunks === chunks && before.varied === isVaried ? before.ingest : null
}
