import { CairnError } from '@shared/errors'
import type { CatalogueEntry, ModelDetails } from '@shared/models/models'
import type { ModelFiles } from '../../host/protocol'
import type { ModelSource } from './import-model'
import { modelFiles, type ModelRecord, recordOf } from '../folder/model-record'
import { stampOf } from '../folder/model-stamp'

interface InspectOptions {
  readonly inspect: (files: ModelFiles, signal?: AbortSignal) => Promise<ModelDetails>
  /** The catalogue's entry it came from. */
  readonly entry?: CatalogueEntry | undefined
  readonly now: () => number
  readonly signal: AbortSignal
}

/**
 * The record of a model whose files lie in `folder` and that is to be called `name`, after looking into them. Throws
 * CairnError MODEL_UNUSABLE, or what inspecting throws.
 */
export async function inspectedRecord(
  source: ModelSource,
  folder: string,
  name: string,
  { inspect, entry, now, signal }: InspectOptions,
): Promise<ModelRecord> {
  const details = await inspect(modelFiles(source, folder), signal)
  if (source.kind === 'embedder' && details.dimensions === null) {
    const message = `${source.name} does not say how long its vectors are.`
    throw new CairnError('MODEL_UNUSABLE', message, 'Choose another embedder, or one with its config.json.')
  }
  const files = source.files.map(({ to, bytes }) => ({ path: to, bytes }))
  return recordOf(source, name, details, { entry, addedAt: now(), stamp: await stampOf(folder, files, signal) })
}
