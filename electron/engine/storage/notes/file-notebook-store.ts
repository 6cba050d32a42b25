import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { toCairnError } from '@shared/errors'
import { makeStoreFolder } from '@engine/platform/durable-files'
import { type LineSeal, noSeal } from '@engine/platform/sealing/line-seal'
import { jsonIfValid, namesIn } from '@engine/platform/stored-text'
import { WorkQueue } from '@engine/platform/work-queue'
import type { DurableFiles } from '@engine/ports/storage/document-store'
import { type NotebookStore, StoredNotebook } from '@engine/ports/storage/notebook-store'
import type { KeptList, NamedThing } from '../files/kept-list'
import { type PutAside, putInPlace } from '../files/durable-file'
import type { Resealed, Reseal } from '@engine/ports/storage/files/resealed'
import { fitsItsSum, readSummed, summedLine } from '@engine/platform/lines/summed-line'

export interface NotebookStoreOptions {
  readonly log: (line: string) => void
  /** Knows which notebooks there should be. */
  readonly kept?: KeptList
  /** What every line goes through on its way to the disk and back; as it is by default. */
  readonly seal?: LineSeal
}

const fileName = /^n_[^/\\]+\.json$/u

interface ReadFolder {
  readonly notebooks: StoredNotebook[]
  readonly damaged: string[]
  /** Those of the notebooks that are not as they were written. */
  readonly changed: NamedThing[]
}

/** Notebooks as `<folder>/<id>.json`, each replaced in one step that survives power loss. */
export class FileNotebookStore implements NotebookStore, Resealed {
  readonly #seal: LineSeal
  /** Writes, one after another: what is written anew as it was must not undo a later write. */
  readonly #writes = new WorkQueue()

  constructor(
    /** Absolute; made when first used. */
    private readonly folder: string,
    private readonly files: DurableFiles,
    private readonly options: NotebookStoreOptions,
  ) {
    this.#seal = options.seal ?? noSeal
  }

  async all(): Promise<StoredNotebook[]> {
    const { notebooks, damaged, changed } = await this.#read()
    const { log, kept } = this.options
    for (const path of damaged) log(`notes: ${path} is damaged and was left as it is.`)
    kept?.here('notebook', notebooks.map(named))
    for (const one of changed) {
      log(`notes: “${one.name}” (${one.id}) is not as it was written; something in it is damaged`)
      kept?.changed('notebook', one)
    }
    return notebooks
  }

  async damaged(): Promise<string[]> {
    return (await this.#read()).damaged
  }

  /** The ids of the notebooks that can be read, and which of them are not as they were written. */
  async check(): Promise<{ ids: string[]; changed: NamedThing[] }> {
    const { notebooks, changed } = await this.#read()
    return { ids: notebooks.map(({ id }) => id), changed }
  }

  /** Notebooks that lie in the place of others go to their own. */
  async settlePlaces(putAside: PutAside): Promise<void> {
    const read = (await namesIn(this.folder))
      .filter((name) => fileName.test(name))
      .map((name) => join(this.folder, name))
    const misplaced = read.map(async (path) => {
      const { data } = StoredNotebook.safeParse(jsonIfValid(await this.#text(path)))
      const to = data && fileName.test(`${data.id}.json`) ? this.#pathOf(data.id) : path
      return to === path ? [] : [{ path, to }]
    })
    await putInPlace(this.folder, (await Promise.all(misplaced)).flat(), putAside)
  }

  /** Writes what was changed anew as it reads, and puts a copy of the files aside. */
  async settleChanged(putAside: PutAside): Promise<void> {
    const { notebooks, changed } = await this.#read()
    for (const notebook of notebooks.filter(({ id }) => changed.some((one) => one.id === id))) {
      await putAside(this.#pathOf(notebook.id), { copy: true })
      await this.save(notebook)
    }
  }

  async save(notebook: StoredNotebook): Promise<void> {
    try {
      await makeStoreFolder(this.folder)
      await this.#writes.run(() => {
        const text = this.#seal.close(`${summedLine(notebook)}\n`)
        return this.files.write(this.#pathOf(notebook.id), text)
      })
      this.options.kept?.here('notebook', [named(notebook)])
    } catch (thrown) {
      throw toCairnError(thrown)
    }
  }

  async remove(id: string): Promise<void> {
    await this.options.kept?.gone('notebook', id)
    await this.#writes.run(() => rm(this.#pathOf(id), { force: true }))
    await this.files.syncFolder(this.folder)
  }

  async resealing(reseal: Reseal): Promise<(() => Promise<boolean>)[]> {
    const names = (await namesIn(this.folder)).filter((name) => fileName.test(name))
    return names.map((name) => () => this.#writes.run(() => reseal(join(this.folder, name))))
  }

  #text(path: string): Promise<string> {
    return readSummed(path, (bytes) => this.#seal.open(bytes).bytes)
  }

  #pathOf(id: string): string {
    return join(this.folder, `${id}.json`)
  }

  async #read(): Promise<ReadFolder> {
    const notebooks: StoredNotebook[] = []
    const damaged: string[] = []
    const changed: NamedThing[] = []
    for (const name of await namesIn(this.folder)) {
      if (!fileName.test(name)) continue
      const path = join(this.folder, name)
      const text = await this.#text(path)
      const parsed = StoredNotebook.safeParse(jsonIfValid(text))
      // A copy under another name would be written over the first.
      if (!parsed.success || `${parsed.data.id}.json` !== name) {
        damaged.push(path)
        continue
      }
      notebooks.push(parsed.data)
      if (!fitsItsSum(text)) changed.push(named(parsed.data))
    }
    return { notebooks, damaged, changed }
  }
}

function named({ id, title }: StoredNotebook): NamedThing {
  return { id, name: title }
}
