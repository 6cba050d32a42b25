import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { CairnError, toCairnError, hasCode } from '@shared/errors'
import type { SourceFile, ModelSource } from './import-model'
import type { ModelRecord } from '../folder/model-record'
import { exists, readJson, writeJsonDurably } from '@engine/platform/durable-files'

/** The file that lists where moved files came from, so that a crash or a failure can put them back. */
const originName = '.origin.json'
const Origin = z.object({ moves: z.array(z.object({ from: z.string(), to: z.string() })) })

export interface PlaceOptions {
  /** Takes the files away from where they are: at once on the same disk. */
  readonly move: boolean
  readonly signal?: AbortSignal | undefined
}

/** Puts files into an empty folder, synced. Throws errors of the operating system, or what the signal was aborted with. */
export async function placeFiles(
  files: readonly SourceFile[],
  folder: string,
  { move, signal }: PlaceOptions,
): Promise<void> {
  const moves = files.map(({ from, to }) => ({ from, to }))
  if (move) await writeJsonDurably(join(folder, originName), { moves } satisfies z.infer<typeof Origin>)
  for (const { from, to } of moves) {
    signal?.throwIfAborted()
    const target = join(folder, ...to.split('/'))
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    if (!(move && (await isMoved(from, target)))) await copy(from, target, signal)
  }
}

/** Takes away what remembers the move: the files stay. */
export async function keepMoved(folder: string): Promise<void> {
  await rm(join(folder, originName), { force: true })
}

/** Puts moved files back where they were, as far as that place still exists. */
export async function putBack(folder: string): Promise<void> {
  const origin = Origin.safeParse(await readJson(join(folder, originName)))
  if (!origin.success) return
  for (const { from, to } of origin.data.moves) {
    if (await exists(from)) continue
    await rename(join(folder, ...to.split('/')), from).catch((thrown: unknown) => {
      if (!hasCode(thrown, 'ENOENT', 'ENOTDIR', 'EXDEV')) throw thrown
    })
  }
}

/** Renames the folder of a model; one that is gone is as good. Throws CairnError PERMISSION_DENIED. */
export async function takeAway(path: string, to: string, name: string): Promise<void> {
  try {
    await rename(path, to)
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return
    if (!hasCode(thrown, 'EBUSY', 'EPERM', 'EACCES')) throw toCairnError(thrown)
    throw new CairnError('PERMISSION_DENIED', `${name} cannot be deleted now.`, 'Close what uses it and try again.')
  }
}

async function isMoved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (thrown) {
    if (hasCode(thrown, 'EXDEV')) return false
    throw thrown
  }
}

async function copy(from: string, to: string, signal: AbortSignal | undefined): Promise<void> {
  const target = await open(to, 'wx', 0o600)
  try {
    const source = createReadStream(from, { highWaterMark: 1 << 20, signal })
    for await (const piece of source) await target.appendFile(piece as Buffer)
    await target.sync()
  } finally {
    await target.close()
  }
}

/** Whether two files hold the same bytes. Both are read at most once. */
export async function haveSameBytes(one: string, other: string, signal?: AbortSignal): Promise<boolean> {
  const step = 1 << 20
  const [a, b] = [await open(one, 'r'), await open(other, 'r').catch(() => undefined)]
  try {
    if (!b) return false
    const [left, right] = [Buffer.alloc(step), Buffer.alloc(step)]
    for (;;) {
      signal?.throwIfAborted()
      const [{ bytesRead }, second] = await Promise.all([a.read(left, 0, step), b.read(right, 0, step)])
      if (bytesRead !== second.bytesRead) return false
      if (bytesRead === 0) return true
      if (!left.subarray(0, bytesRead).equals(right.subarray(0, bytesRead))) return false
    }
  } finally {
    await a.close()
    await b?.close()
  }
}

/** Whether the files of a model in `folder` have this content. The name of a single file does not matter. */
export async function hasContentOf(
  source: ModelSource,
  { record, folder }: { readonly record: ModelRecord; readonly folder: string },
  signal: AbortSignal,
): Promise<boolean> {
  if (record.format !== source.format || record.files.length !== source.files.length) return false
  const alone = source.files.length === 1
  for (const file of source.files) {
    const other = record.files.find(({ path, bytes }) => bytes === file.bytes && (alone || path === file.to))
    if (!other || !(await haveSameBytes(file.from, join(folder, ...other.path.split('/')), signal))) return false
  }
  return true
}
