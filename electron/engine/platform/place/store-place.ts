import { existsSync, readFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { z } from 'zod'
import { CairnError, ErrorReport, hasCode, toCairnError } from '@shared/errors'
import { readJson, writeJsonDurably } from '../durable-files'
import { isBelow } from '../paths'

/** Beside the folder, not in it: it outlives the old copy, which people delete by hand. */
const movedFile = (folder: string) => `${resolve(folder)}.moved.json`
const askedFile = (folder: string) => `${resolve(folder)}.move.json`
const Moved = z.object({ to: z.string().refine(isAbsolute) })
const Asked = z.object({ to: z.string().refine(isAbsolute), failed: ErrorReport.nullable().default(null) })

/** What is wanted of a store's place: a folder that it is to be moved to, and why that failed. */
export type AskedMove = z.infer<typeof Asked>

/**
 * Where the store of this folder lies now: the folder itself, or where it was moved to. Throws STORE_UNUSABLE where it was moved to a place
 * that is not there, for an empty library in its stead would look like a loss.
 */
export function storeNow(folder: string): string {
  const been = new Set<string>()
  let at = resolve(folder)
  for (;;) {
    been.add(at)
    const to = movedTo(at)
    if (to === undefined || been.has(to)) return at
    if (!existsSync(join(to, 'store.json'))) throw goneFrom(at, to)
    at = to
  }
}

/** Notes that a store lies elsewhere now; whatever was noted of that place is over. */
export async function noteMoved(from: string, to: string): Promise<void> {
  await rm(movedFile(to), { force: true })
  await writeJsonDurably(movedFile(from), { to: resolve(to) })
  await takeBackMove(from)
}

/** Whether a store was moved away from this folder. */
export function wasMoved(folder: string): boolean {
  return movedTo(resolve(folder)) !== undefined
}

export async function askedMove(folder: string): Promise<AskedMove | null> {
  return Asked.safeParse(await readJson(askedFile(folder))).data ?? null
}

/** Has the next start move the store; into a folder `Cairn` of one that holds something. Throws INVALID_INPUT for a place that cannot be. */
export async function askForMove(folder: string, to: string): Promise<void> {
  checkPlace(folder, to)
  const chosen = (await namesIn(to)).length === 0 ? to : join(to, 'Cairn')
  if ((await namesIn(chosen)).length > 0) throw notEmpty(chosen)
  await writeJsonDurably(askedFile(folder), { to: resolve(chosen), failed: null })
}

/** What lies in a folder; nothing where it is not there. Files of the file manager do not count. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name !== '.DS_Store' && name !== 'desktop.ini')
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return []
    throw toCairnError(thrown)
  }
}

export function notEmpty(folder: string): CairnError {
  return new CairnError(
    'INVALID_INPUT',
    `The folder ${folder} is not empty.`,
    'Choose an empty folder, or one that is not there yet.',
  )
}

export async function noteFailedMove(folder: string, to: string, failed: ErrorReport): Promise<void> {
  await writeJsonDurably(askedFile(folder), { to, failed })
}

export async function takeBackMove(folder: string): Promise<void> {
  await rm(askedFile(folder), { force: true })
}

/** Throws INVALID_INPUT for a place that cannot be one of this store. */
export function checkPlace(folder: string, to: string): void {
  if (!isAbsolute(to)) {
    throw new CairnError('INVALID_INPUT', `“${to}” is not a whole path.`, 'Name the whole path of the folder.')
  }
  if (!isBelow(resolve(to), resolve(folder)) && !isBelow(resolve(folder), resolve(to))) return
  throw new CairnError(
    'INVALID_INPUT',
    'The data folder cannot be moved into itself, or into a folder around it.',
    'Choose a folder elsewhere.',
  )
}

function movedTo(folder: string): string | undefined {
  try {
    return Moved.safeParse(JSON.parse(readFileSync(movedFile(folder), 'utf8'))).data?.to
  } catch {
    return undefined
  }
}

function goneFrom(folder: string, to: string): CairnError {
  return new CairnError(
    'STORE_UNUSABLE',
    `The data folder was moved to ${to}, and it is not there.`,
    `Connect its disk. To go back to the copy of before, if you kept it, delete the file ${movedFile(folder)}.`,
  )
}
