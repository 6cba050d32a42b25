import { join } from 'node:path'
import type { ModelSource } from './import-model'
import type { ModelRecord } from '../folder/model-record'
import { haveSameBytes } from './place-files'

/** Whether the files of a model in `folder` have this content, whatever they are called where there is only one. */
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
