import { readFile, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { GivenUp } from '@shared/api/store/store-report'
import { Note } from '@shared/note'
import { makeStoreFolder } from '@engine/platform/durable-files'
import type { LineSeal } from '@engine/platform/sealing/line-seal'
import { jsonIfValid, namesIn } from '@engine/platform/stored-text'
import { writeDurably } from '../files/durable-file'

/** Beside what a repair has put aside: a note a line. */
const fileName = 'given-up.jsonl'

interface GivenUpPlace {
  /** The store's folder, absolute. */
  readonly folder: string
  readonly seal: LineSeal
}

/** Keeps what a repair could not mend and ends, in its folder of `damaged`, until a person deletes that; in the place of what was kept there before. */
export async function noteGivenUp(
  aside: string,
  problems: readonly Note[],
  { folder, seal }: GivenUpPlace,
): Promise<void> {
  if (problems.length === 0) {
    await rm(join(aside, fileName), { force: true })
    await rmdir(aside).catch(() => undefined)
    return
  }
  await makeStoreFolder(aside, 2)
  const text = problems.map((problem) => `${JSON.stringify(problem)}\n`).join('')
  await writeDurably(join(aside, fileName), seal.close(text), join(folder, 'tmp'))
}

/** What repairs could not mend, oldest first, as far as it can be read. */
export async function readGivenUp({ folder, seal }: GivenUpPlace): Promise<GivenUp[]> {
  const repairs: GivenUp[] = []
  const times = (await namesIn(join(folder, 'damaged'))).filter((name) => /^\d+$/u.test(name)).map(Number)
  for (const at of times.toSorted((a, b) => a - b)) {
    const aside = join(folder, 'damaged', String(at))
    const bytes = await readFile(join(aside, fileName)).catch(() => Buffer.alloc(0))
    const lines = seal.open(bytes).bytes.toString('utf8').split('\n')
    const problems = lines.flatMap((line) => Note.safeParse(jsonIfValid(line)).data ?? [])
    if (problems.length > 0) repairs.push({ at, folder: aside, problems })
  }
  return repairs
}
