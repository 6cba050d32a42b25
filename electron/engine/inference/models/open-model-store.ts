import { readFile } from 'node:fs/promises'
import { CairnError, toCairnError } from '@shared/errors'
import type { ModelSettings } from '@shared/models/model-settings'
import { Manifest } from '@shared/models/models'
import type { NetworkGate } from '@engine/platform/network-gate'
import { Downloads } from './downloads/downloads'
import { ModelFolder, type ModelFolderOptions } from './folder/model-folder'
import { ModelUploads } from './import/model-uploads'

export interface ModelStoreOptions extends ModelFolderOptions {
  /** The catalogue's file, absolute. */
  readonly manifestPath: string
  readonly gate: NetworkGate
  readonly settings: () => ModelSettings
}

/** The models folder, with the catalogue, the downloads and the uploads that fill it. */
export interface ModelStore {
  readonly models: ModelFolder
  readonly manifest: Manifest
  readonly downloads: Downloads
  readonly uploads: ModelUploads
}

/** Opens the models folder, its downloads and uploads. An unreadable catalogue counts as empty. */
export async function openModelStore(options: ModelStoreOptions): Promise<ModelStore> {
  const { folder, gate, settings, newId, now, changed, log } = options
  const models = await ModelFolder.open(options)
  const manifest = await readManifest(options.manifestPath).catch((thrown: unknown) => {
    log(`The catalogue of models cannot be read: ${String(thrown)}`)
    return { version: 1 as const, checked_on: '', entries: [] }
  })
  const downloads = await Downloads.open({
    folder,
    manifest,
    gate,
    mirror: () => settings().mirror,
    isInstalled: (entryId) => models.list().some((model) => model.entry_id === entryId),
    access: models,
    add: (path, entry, signal) => models.add([path], { entry, move: true }, signal),
    newId,
    now,
    changed,
    log,
  })
  const uploads = new ModelUploads({ folder, now, access: models })
  void uploads.sweep().catch((thrown: unknown) => log(`Old uploads were not removed: ${String(thrown)}`))
  return { models, manifest, downloads, uploads }
}

/** The catalogue that comes with Cairn. Throws CairnError FILE_VANISHED, FILE_CORRUPT. */
export async function readManifest(path: string): Promise<Manifest> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (thrown) {
    throw toCairnError(thrown)
  }
  try {
    return Manifest.parse(JSON.parse(text))
  } catch (thrown) {
    const message = 'The catalogue of models cannot be read.'
    throw new CairnError('FILE_CORRUPT', message, 'Install Cairn again.', { cause: thrown })
  }
}
