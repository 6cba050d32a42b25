import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ErrorReport, toCairnError } from '@shared/errors'
import { type ModelRecord, problemOf, readRecord, writeRecord } from './model-record'
import { stampOf } from './model-stamp'
import { putBack } from '../import/place-files'

export interface FoundModel {
  readonly record: ModelRecord
  /** The model's own folder, absolute. */
  readonly path: string
  /** Why its files cannot be used; null where they can. */
  readonly problem: ErrorReport | null
}

export interface FoundModels {
  readonly models: readonly FoundModel[]
  /** Files and folders that Cairn knows nothing of, absolute. */
  readonly unknown: readonly string[]
}

interface FindOptions {
  /** Whether leftovers of a crash may be removed: the unfinished work of another Cairn looks the same. */
  readonly isOurs: boolean
  readonly log: (line: string) => void
}

/** Finds the models of a folder. Throws the system's error where the folder itself cannot be read. */
export async function findModels(folder: string, { isOurs, log }: FindOptions): Promise<FoundModels> {
  const [models, unknown]: [FoundModel[], string[]] = [[], []]
  for (const item of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, item.name)
    try {
      if (isOurs && /^\.(?:incoming|deleted)-/.test(item.name)) await removeStray(path)
      if (item.name.startsWith('.')) continue
      if (item.isDirectory()) {
        const found = await readModel(path, isOurs)
        if (found) models.push(found)
        else unknown.push(path)
      } else if (item.isFile() && /\.gguf$/i.test(item.name)) unknown.push(path)
    } catch (thrown) {
      log(`${item.name} in the models folder cannot be read: ${toCairnError(thrown).message}`)
    }
  }
  return { models, unknown }
}

/** Removes an unfinished folder. Moved files go back where they were. */
export async function removeStray(path: string): Promise<void> {
  await putBack(path)
  await rm(path, { recursive: true, force: true })
}

async function readModel(path: string, isOurs: boolean): Promise<FoundModel | undefined> {
  const record = await readRecord(path)
  if (!record) return undefined
  const problem = await problemOf(path, record)
  if (record.stamp !== '' || problem) return { record, path, problem }
  const stamped = { ...record, stamp: await stampOf(path, record.files) }
  if (isOurs) await writeRecord(path, stamped)
  return { record: stamped, path, problem }
}
