import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CairnError, type ErrorReport, hasCode } from '@shared/errors'
import { type CatalogueEntry, InstalledModel, type ModelDetails } from '@shared/models/models'
import type { ModelFiles } from '../../host/protocol'
import type { ModelSource } from '../import/import-model'
import { readJson, writeJsonDurably } from '@engine/platform/durable-files'

/** The file with Cairn's record of an installed model, beside the model's own files. */
export const recordName = 'cairn-model.json'

export const ModelRecord = InstalledModel.omit({ problem: true }).extend({
  version: z.literal(1),
  /** Relative, with `/`; the weights come first. */
  files: z.array(z.object({ path: z.string().min(1), bytes: z.number().nonnegative() })).min(1),
})
export type ModelRecord = z.infer<typeof ModelRecord>

/** Undefined where there is none, or none that makes sense. */
export async function readRecord(folder: string): Promise<ModelRecord | undefined> {
  const read = ModelRecord.safeParse(await readJson(join(folder, recordName)))
  return read.success && read.data.files.every(({ path }) => isInside(path)) ? read.data : undefined
}

export function writeRecord(folder: string, record: ModelRecord): Promise<void> {
  return writeJsonDurably(join(folder, recordName), record)
}

/** Why a model's files are not what they were when it was added; null where they are. */
export async function problemOf(folder: string, record: ModelRecord): Promise<ErrorReport | null> {
  for (const { path, bytes } of record.files) {
    const found = await sizeOf(join(folder, ...path.split('/')))
    if (found === undefined)
      return unusable('FILE_VANISHED', `${record.name} is incomplete: ${path} is missing.`).report()
    if (found !== bytes)
      return unusable('FILE_CORRUPT', `${record.name} is damaged: ${path} is not what was added.`).report()
  }
  return null
}

interface RecordOrigin {
  readonly entry?: CatalogueEntry | undefined
  readonly addedAt: number
  readonly stamp: string
}

/** The record of a model that is about to be called after its folder. */
export function recordOf(
  source: ModelSource,
  folderName: string,
  details: ModelDetails,
  { entry, addedAt, stamp }: RecordOrigin,
): ModelRecord {
  const { kind, format, name } = source
  const files = source.files.map(({ to, bytes }) => ({ path: to, bytes }))
  return {
    version: 1,
    id: `${format}:${folderName}`,
    kind,
    format,
    name,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    added_at: addedAt,
    entry_id: entry?.id ?? null,
    licence: entry?.licence ?? null,
    details,
    files,
    stamp,
  }
}

/** A model's files as the host takes them. */
export function modelFiles(of: ModelSource | ModelRecord, folder: string): ModelFiles {
  const { kind, format, files } = of
  const [first] = files
  const main = first && ('to' in first ? first.to : first.path)
  return { kind, format, path: format === 'gguf' && main ? join(folder, ...main.split('/')) : folder }
}

export function installedFrom(record: ModelRecord, problem: ErrorReport | null): InstalledModel {
  const { id, kind, format, name, bytes, added_at, entry_id, licence, details, stamp } = record
  return { id, kind, format, name, bytes, added_at, entry_id, licence, details, problem, stamp }
}

/** Details of a model whose files say nothing. */
export const unknownDetails: ModelDetails = {
  architecture: null,
  parameters: null,
  quantization: null,
  context_length: null,
  dimensions: null,
  has_chat_template: false,
  memory_bytes: 0,
}

function unusable(code: 'FILE_VANISHED' | 'FILE_CORRUPT', message: string): CairnError {
  return new CairnError(code, message, 'Delete the model and add it again.')
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const found = await stat(path)
    return found.isFile() ? found.size : undefined
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return undefined
    throw thrown
  }
}

/** A record may have been written by anyone: its paths must not lead out of its folder. */
function isInside(path: string): boolean {
  return !path.startsWith('/') && !/^[a-z]:/i.test(path) && !path.split(/[\\/]/).includes('..')
}
