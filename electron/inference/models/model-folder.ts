import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { CairnError, type ErrorReport, toCairnError } from '@shared/errors'
import type { CatalogueEntry, InstalledModel, ModelDetails } from '@shared/models'
import type { ModelFiles } from '../host/protocol'
import { freeBytesOf, requireSpace } from './disk-space'
import { hasCode, syncFolder } from './durable-json'
import { type ModelSource, recogniseModel } from './import-model'
import {
  installedFrom,
  modelFiles,
  type ModelRecord,
  problemOf,
  readRecord,
  recordOf,
  unknownDetails,
  writeRecord,
} from './model-record'
import { haveSameBytes, keepMoved, placeFiles, putBack } from './place-files'
import { freeName, safeName } from './safe-name'

export interface ModelFolderOptions {
  /** Absolute; made where it does not exist. */
  readonly folder: string
  /** Reads what the files say of themselves, where a hostile file can do no harm. Throws CairnError. */
  readonly inspect: (files: ModelFiles, signal?: AbortSignal) => Promise<ModelDetails>
  readonly newId: () => string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Told after every change of the list. */
  readonly changed: () => void
  readonly log: (line: string) => void
  readonly freeBytes?: ((folder: string) => Promise<number | null>) | undefined
}

export interface AddOptions {
  /** The catalogue's entry these files were downloaded as. */
  readonly entry?: CatalogueEntry | undefined
  /** Takes the files away from where they are; after a failure they are there again. */
  readonly move?: boolean | undefined
}

interface Held {
  readonly model: InstalledModel
  /** The model's own folder, absolute. */
  readonly path: string
  readonly record: ModelRecord
}

/** The installed models: one sub-folder each, with the model's files and what Cairn knows of them. */
export class ModelFolder {
  readonly #held = new Map<string, Held>()
  readonly #closing = new AbortController()
  #last: Promise<unknown> = Promise.resolve()
  #problem: ErrorReport | null = null
  /** Whoever opens it has nobody to tell yet. */
  #isOpen = false

  private constructor(private readonly options: ModelFolderOptions) {}

  /**
   * Lists what is installed, and takes on, in the background, what a person put there by hand. Never throws: where the
   * folder cannot be used, the list is empty and `problem` says why.
   */
  static async open(options: ModelFolderOptions): Promise<ModelFolder> {
    const opened = new ModelFolder(options)
    await opened.#read()
    opened.#isOpen = true
    return opened
  }

  /** Why the folder as a whole cannot be used; null where it can. */
  get problem(): ErrorReport | null {
    return this.#problem
  }

  /** Oldest first. */
  list(): InstalledModel[] {
    return [...this.#held.values()].map(({ model }) => model).toSorted((a, b) => a.added_at - b.added_at)
  }

  get(id: string): InstalledModel | undefined {
    return this.#held.get(id)?.model
  }

  /** Throws CairnError NOT_FOUND, or what is wrong with the model. */
  filesOf(id: string): ModelFiles {
    const { model, path, record } = this.#require(id)
    if (model.problem) throw new CairnError(model.problem.code, model.problem.message, model.problem.action)
    return modelFiles(record, path)
  }

  /**
   * Adds one model: a GGUF file, a folder, or the files of one model. They are put aside, inspected, and only then seen;
   * a failure leaves nothing behind. The same content again is the model that is there. Throws CairnError MODEL_UNUSABLE,
   * DISK_FULL, FILE_VANISHED, PERMISSION_DENIED, CANCELLED, or what inspecting throws.
   */
  async add(paths: readonly string[], options: AddOptions = {}, signal?: AbortSignal): Promise<InstalledModel> {
    const ended = signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal
    return this.#inTurn(() => this.#add(paths, options, ended))
  }

  /** Throws CairnError NOT_FOUND, PERMISSION_DENIED. */
  async delete(id: string): Promise<void> {
    await this.#inTurn(async () => {
      const { model, path } = this.#require(id)
      // First out of sight in one step: a crash in between leaves what the next start removes.
      const gone = join(this.options.folder, `.deleted-${this.options.newId()}`)
      await rename(path, gone).catch((thrown: unknown) => {
        if (hasCode(thrown, 'ENOENT')) return
        if (!hasCode(thrown, 'EBUSY', 'EPERM', 'EACCES')) throw toCairnError(thrown)
        throw new CairnError(
          'PERMISSION_DENIED',
          `${model.name} cannot be deleted now.`,
          'Close what uses it and try again.',
        )
      })
      this.#held.delete(id)
      this.options.changed()
      await rm(gone, { recursive: true, force: true }).catch((thrown: unknown) => {
        this.options.log(`A deleted model’s files are removed at the next start: ${String(thrown)}`)
      })
    })
  }

  /** Resolves when what was begun is done, the taking on of models that were put there by hand too. */
  async settled(): Promise<void> {
    await this.#last
  }

  async close(): Promise<void> {
    this.#closing.abort(new CairnError('CANCELLED', 'Cairn is closing.', ''))
    await this.#last
  }

  /** One change at a time: two of the same content must not both find that it is new. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  async #add(
    paths: readonly string[],
    { entry, move = false }: AddOptions,
    signal: AbortSignal,
  ): Promise<InstalledModel> {
    const { folder, newId } = this.options
    if (this.#problem) await this.#read()
    if (this.#problem) throw new CairnError(this.#problem.code, this.#problem.message, this.#problem.action)
    const incoming = join(folder, `.incoming-${newId()}`)
    try {
      signal.throwIfAborted()
      const source = await recogniseModel(paths, entry)
      const same = await this.#sameAs(source, signal)
      if (same) return await this.#knownNowAs(same, entry)
      const bytes = source.files.reduce((sum, file) => sum + file.bytes, 0)
      if (!move) requireSpace(source.name, bytes, await (this.options.freeBytes ?? freeBytesOf)(folder))
      await mkdir(incoming)
      await placeFiles(source.files, incoming, { move, signal })
      const details = await this.#inspect(source, incoming, signal)
      // Families of embedders are known by their published name, which an entry's id has and its title may not.
      const name = freeName(safeName(entry?.id ?? source.name), await this.#namesInUse())
      const record = recordOf(source, name, details, { entry, addedAt: this.options.now() })
      await writeRecord(incoming, record)
      const path = join(folder, name)
      await rename(incoming, path)
      await syncFolder(folder)
      await keepMoved(path)
      return this.#hold(record, path, null)
    } catch (thrown) {
      await this.#removeStray(incoming).catch((failed: unknown) => {
        // What could not be put back stays, and is tried again at the next start.
        this.options.log(`${incoming} could not be tidied up: ${String(failed)}`)
      })
      if (signal.aborted && signal.reason instanceof CairnError) throw signal.reason
      throw toCairnError(thrown)
    }
  }

  async #inspect(source: ModelSource, path: string, signal: AbortSignal): Promise<ModelDetails> {
    const details = await this.options.inspect(modelFiles(source, path), signal)
    if (source.kind === 'embedder' && details.dimensions === null) {
      const message = `${source.name} does not say how long its vectors are.`
      throw new CairnError('MODEL_UNUSABLE', message, 'Choose another embedder, or one with its config.json.')
    }
    return details
  }

  #hold(record: ModelRecord, path: string, problem: ErrorReport | null): InstalledModel {
    // A copied folder has its original's id.
    const ofFolder = `${record.format}:${basename(path)}`
    const other = this.#held.get(record.id)
    const id = other && other.path !== path ? freeName(ofFolder, (one) => this.#hasId(one)) : record.id
    const model = installedFrom({ ...record, id }, problem)
    this.#held.set(id, { model, path, record: { ...record, id } })
    if (this.#isOpen) this.options.changed()
    return model
  }

  #hasId(lowerCase: string): boolean {
    return [...this.#held.keys()].some((id) => id.toLowerCase() === lowerCase)
  }

  async #namesInUse(): Promise<(lowerCase: string) => boolean> {
    const names = new Set((await readdir(this.options.folder)).map((name) => name.toLowerCase()))
    const ids = new Set([...this.#held.keys()].map((id) => id.slice(id.indexOf(':') + 1).toLowerCase()))
    return (name) => names.has(name) || ids.has(name)
  }

  /** The installed model whose files have the same content, whatever they are called where there is only one. */
  async #sameAs(source: ModelSource, signal: AbortSignal): Promise<Held | undefined> {
    const alone = source.files.length === 1
    for (const held of this.#held.values()) {
      const { record, model, path } = held
      if (model.problem || record.format !== source.format || record.files.length !== source.files.length) continue
      const pairs = source.files.map((file) => ({
        file,
        other: record.files.find(({ path: at, bytes }) => bytes === file.bytes && (alone || at === file.to)),
      }))
      let isSame = true
      for (const { file, other } of pairs)
        isSame &&= other !== undefined && (await haveSameBytes(file.from, join(path, ...other.path.split('/')), signal))
      if (isSame) return held
    }
    return undefined
  }

  async #knownNowAs({ record, path, model }: Held, entry: CatalogueEntry | undefined): Promise<InstalledModel> {
    if (!entry || record.entry_id === entry.id) return model
    const known = { ...record, entry_id: entry.id, licence: entry.licence }
    await writeRecord(path, known)
    return this.#hold(known, path, null)
  }

  #require(id: string): Held {
    const held = this.#held.get(id)
    if (held) return held
    throw new CairnError('NOT_FOUND', 'This model is not installed.', 'Add it, or choose another one.')
  }

  async #read(): Promise<void> {
    const { folder, log } = this.options
    const unknown: string[] = []
    try {
      await mkdir(folder, { recursive: true })
      for (const item of await readdir(folder, { withFileTypes: true })) {
        const path = join(folder, item.name)
        try {
          if (/^\.(?:incoming|deleted)-/.test(item.name)) await this.#removeStray(path)
          else if (item.name.startsWith('.')) continue
          else if (item.isFile() && /\.gguf$/i.test(item.name)) unknown.push(path)
          else if (item.isDirectory() && !(await this.#readOne(path))) unknown.push(path)
        } catch (thrown) {
          log(`${item.name} in the models folder cannot be read: ${toCairnError(thrown).message}`)
        }
      }
      this.#problem = null
    } catch (thrown) {
      const { code, message, action } = toCairnError(thrown)
      this.#problem = { code, message: `The models folder ${folder} cannot be used. ${message}`, action }
      log(this.#problem.message)
    }
    if (unknown.length > 0) void this.#inTurn(() => this.#takeOn(unknown))
  }

  async #removeStray(path: string): Promise<void> {
    await putBack(path)
    await rm(path, { recursive: true, force: true })
  }

  async #readOne(path: string): Promise<boolean> {
    const record = await readRecord(path)
    if (record) this.#hold(record, path, await problemOf(path, record))
    return record !== undefined
  }

  /** What a person put into the folder by hand: a bare GGUF file gets a folder of its own. */
  async #takeOn(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      if (this.#closing.signal.aborted) return
      try {
        await this.#takeOnOne(path)
      } catch (thrown) {
        this.options.log(`${basename(path)} in the models folder was left alone: ${toCairnError(thrown).message}`)
      }
    }
  }

  async #takeOnOne(path: string): Promise<void> {
    const source = await recogniseModel([path])
    let own = path
    if (source.format === 'gguf' && source.files[0]?.from === path) {
      own = join(this.options.folder, freeName(safeName(source.name), await this.#namesInUse()))
      await mkdir(own)
      await rename(path, join(own, basename(path)))
    }
    const addedAt = this.options.now()
    try {
      const details = await this.#inspect(source, own, this.#closing.signal)
      const record = recordOf(source, basename(own), details, { addedAt })
      await writeRecord(own, record)
      this.#hold(record, own, null)
    } catch (thrown) {
      if (this.#closing.signal.aborted) return
      // Shown with what is wrong, and looked at again at the next start.
      this.#hold(recordOf(source, basename(own), unknownDetails, { addedAt }), own, toCairnError(thrown).report())
    }
  }
}
