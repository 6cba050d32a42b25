import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CairnError, hasCode } from '@shared/errors'
import { foldSteps } from '@shared/research/fold-steps'
import { type ResearchRun, RunHeader, RunId, RunLine } from '@shared/research/research-run'
import type { RunJournal } from '@engine/ports/storage/research-store'
import { syncFolder } from '@engine/platform/durable-files'
import type { LineSeal } from '@engine/platform/sealing/line-seal'
import { jsonIfValid, namesIn } from '@engine/platform/stored-text'
import type { Reseal } from '@engine/ports/storage/files/resealed'
import { fitsItsSum, summedLine } from '@engine/platform/lines/summed-line'

/** `<id>.head.json`: how a run looked when its journal had so many bytes. What does not fit the journal is read anew from it. */
const StoredHead = z.object({
  bytes: z.number().int().nonnegative(),
  /** Of the last line. Absent in heads of before. */
  seq: z.number().int().optional(),
  header: RunHeader,
  trashed_at: z.string().nullable(),
})
export type StoredHead = z.infer<typeof StoredHead>

/** The paths of one run's files. Throws INVALID_INPUT for an id that could lead out of the folder. */
export function runPaths(folder: string, id: string): { journal: string; head: string } {
  if (!RunId.safeParse(id).success) {
    throw new CairnError('INVALID_INPUT', `"${id}" is not the id of a run.`, 'List the runs to see which exist.')
  }
  return { journal: join(folder, `${id}.jsonl`), head: join(folder, `${id}.head.json`) }
}

/** The ids of every run in the folder; none where there is no folder. */
export async function runIds(folder: string): Promise<string[]> {
  const names = await namesIn(folder)
  return names.flatMap((name) => {
    const id = /^(.+)\.jsonl$/u.exec(name)?.[1]
    return id !== undefined && RunId.safeParse(id).success ? [id] : []
  })
}

/** As `runIds`, with those of which only the head is left. */
export async function idsOfAnything(folder: string): Promise<string[]> {
  const names = await namesIn(folder)
  const ids = names.flatMap((name) => /^(.+?)\.(?:head\.json|jsonl)$/u.exec(name)?.[1] ?? [])
  return [...new Set(ids)].filter((id) => RunId.safeParse(id).success)
}

/** Where a journal that replaces another one is written first. */
export function unfinished(journal: string): string {
  return `${journal}.new`
}

/** Bytes; undefined where there is no such file. */
async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return undefined
    throw thrown
  }
}

/** Lines as a journal's file says them. */
export interface FoundLines extends RunJournal {
  /** Lines that can be understood, but are not what was written. */
  readonly changed: number
  /** The run whose journal lies in the place of this one; nothing of it is read then. */
  readonly owner?: string
}

/**
 * Reads lines of the journal of a run. Damaged ones are counted; of two with one number the first counts. One that was changed is
 * taken as it reads where its number follows the one before. Of a journal that says it is another run's, all are counted as lost.
 */
export function parseLines(id: string, texts: readonly string[]): FoundLines {
  const lines: RunLine[] = []
  let changed = 0
  for (const text of texts) {
    const line = RunLine.safeParse(jsonIfValid(text)).data
    const before = lines.at(-1)?.seq ?? -1
    const isWhole = fitsItsSum(text)
    if (!line || !(isWhole ? line.seq > before : line.seq === before + 1)) continue
    lines.push(line)
    if (!isWhole) changed += 1
  }
  const owner = ownerOf(texts)
  if (owner !== undefined && owner !== id) return { lines: [], lost: texts.length, changed: 0, owner }
  return { lines, lost: texts.length - lines.length, changed }
}

/** The run that a journal says it is of, where it says so and its line is whole. */
function ownerOf([first = '']: readonly string[]): string | undefined {
  const step = RunLine.safeParse(jsonIfValid(first)).data?.step
  return step?.op === 'created' && fitsItsSum(first) && RunId.safeParse(step.id).success ? step.id : undefined
}

/** The text of a journal of these lines. */
export function journalText(lines: readonly RunLine[]): string {
  return lines.map((line) => `${summedLine(line)}\n`).join('')
}

/** The head of a run as its journal makes it. */
export function headOf(run: ResearchRun, { bytes, seq }: Pick<StoredHead, 'bytes' | 'seq'>): StoredHead {
  return { bytes, seq, header: run.header, trashed_at: run.trashed_at ?? null }
}

/** The head of a journal that was read whole. */
export function headOfJournal(id: string, { lines }: RunJournal, bytes: number): StoredHead {
  return headOf(foldSteps(id, lines), { bytes, seq: lines.at(-1)?.seq })
}

/** Undefined where there is none, or it cannot be understood. */
export async function readHead(path: string, seal: LineSeal): Promise<StoredHead | undefined> {
  const bytes = await readFile(path).catch(() => Buffer.alloc(0))
  const text = seal.open(bytes).bytes.toString('utf8')
  return StoredHead.safeParse(jsonIfValid(text)).data
}

export function writeHead(path: string, head: StoredHead, seal: LineSeal): Promise<void> {
  return writeFile(path, seal.close(JSON.stringify(head)), { mode: 0o600 })
}

/** Writes both files of a run anew that nobody else writes to meanwhile. Resolves with whether either was otherwise before. */
export async function resealRun(
  { journal, head }: ReturnType<typeof runPaths>,
  seal: LineSeal,
  reseal: Reseal,
): Promise<boolean> {
  const [known, before] = [await readHead(head, seal), await sizeOf(journal)]
  // Left by a crash.
  await rm(unfinished(journal), { force: true })
  const changed = await reseal(journal)
  if (!changed || !known || known.bytes !== before) return [changed, await reseal(head)].includes(true)
  // It names the length of the journal, which is another one now.
  await writeHead(head, { ...known, bytes: (await sizeOf(journal)) ?? 0 }, seal)
  return true
}

export async function removeRunFiles(folder: string, id: string): Promise<void> {
  const { journal, head } = runPaths(folder, id)
  await rm(journal, { force: true })
  await rm(head, { force: true })
  await syncFolder(folder)
}
