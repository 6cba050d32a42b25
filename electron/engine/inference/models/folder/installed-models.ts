import { basename } from 'node:path'
import { CairnError, type ErrorReport } from '@shared/errors'
import type { InstalledModel } from '@shared/models/models'
import type { ModelSource } from '../import/import-model'
import { freeName } from '../import/model-name'
import { hasContentOf } from '../import/place-files'
import { installedFrom, type ModelRecord } from './model-record'

export interface ModelInFolder {
  readonly model: InstalledModel
  /** The model's own folder, absolute. */
  readonly path: string
  readonly record: ModelRecord
}

/** The models that were found in the folder, by their ids. */
export class InstalledModels {
  readonly #byId = new Map<string, ModelInFolder>()

  /** Oldest first. */
  list(): InstalledModel[] {
    return [...this.#byId.values()].map(({ model }) => model).toSorted((a, b) => a.added_at - b.added_at)
  }

  get(id: string): ModelInFolder | undefined {
    return this.#byId.get(id)
  }

  /** Throws CairnError NOT_FOUND. */
  require(id: string): ModelInFolder {
    const found = this.#byId.get(id)
    if (found) return found
    throw new CairnError('NOT_FOUND', 'This model is not installed.', 'Add it, or choose another one.')
  }

  add(record: ModelRecord, path: string, problem: ErrorReport | null): InstalledModel {
    // A copied folder has its original's id.
    const ofFolder = `${record.format}:${basename(path)}`
    const other = this.#byId.get(record.id)
    const id = other && other.path !== path ? freeName(ofFolder, (one) => this.#hasId(one)) : record.id
    const model = installedFrom({ ...record, id }, problem)
    this.#byId.set(id, { model, path, record: { ...record, id } })
    return model
  }

  delete(id: string): void {
    this.#byId.delete(id)
  }

  clear(): void {
    this.#byId.clear()
  }

  /** The names within the ids, in small letters. */
  names(): ReadonlySet<string> {
    return new Set([...this.#byId.keys()].map((id) => id.slice(id.indexOf(':') + 1).toLowerCase()))
  }

  /** The model whose files have the same content. The name of a single file does not matter. */
  async withContentOf(source: ModelSource, signal: AbortSignal): Promise<ModelInFolder | undefined> {
    for (const held of this.#byId.values())
      if (!held.model.problem && (await hasContentOf(source, { record: held.record, folder: held.path }, signal)))
        return held
    return undefined
  }

  #hasId(lowerCase: string): boolean {
    return [...this.#byId.keys()].some((id) => id.toLowerCase() === lowerCase)
  }
}
