import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { CairnError, type ErrorReport, toCairnError } from '@shared/errors'
import type { CatalogueEntry, InstalledModel, ModelDetails } from '@shared/models/models'
import type { ModelFiles } from '../../host/protocol'
import { freeBytesOf, requireSpace } from '../downloads/disk-space'
import { findModels, type FoundModels, removeStray } from './find-models'
import { FolderAccess, type FolderLock } from './folder-access'
import { InstalledModels, type ModelInFolder } from './installed-models'
import { recogniseModel } from '../import/import-model'
import { inspectedRecord } from '../import/inspected-record'
import { modelFiles, type ModelRecord, recordOf, unknownDetails, writeRecord } from './model-record'
import { keepMoved, placeFiles, takeAway } from '../import/place-files'
import { freeName, safeName } from '../import/model-name'
import { WorkQueue } from '@engine/platform/work-queue'
import { exists, renameDurably } from '@engine/platform/durable-files'

export interface ModelFolderOptions {
  /** Absolute; made when the first model is added. */
  readonly folder: string
  /** Keeps other Cairns from changing the folder. Throws CairnError STORE_LOCKED where one has it. */
  readonly lock?: ((folder: string) => Promise<FolderLock>) | undefined
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

/** The installed models: one sub-folder each, with the model's files and what Cairn knows of them. */
export class ModelFolder {
  readonly #installed = new InstalledModels()
  readonly #closing = new AbortController()
  readonly #queue = new WorkQueue()
  readonly #access: FolderAccess
  #problem: ErrorReport | null = null
  /** Put there by hand, absolute. */
  #unknown: readonly string[] = []
  #isOpen = false
  #isStarted = false

  private constructor(private readonly options: ModelFolderOptions) {
    this.#access = new FolderAccess(options.folder, options.lock, options.log)
  }

  /**
   * Lists what is installed. Never throws: where the folder cannot be used, the list is empty and `problem` says why. Where
   * another Cairn has the folder, its models are used and nothing in it is changed.
   */
  static async open(options: ModelFolderOptions): Promise<ModelFolder> {
    const opened = new ModelFolder(options)
    await opened.#read()
    opened.#isOpen = true
    return opened
  }

  /** Takes on, in the background, what a person put there by hand. */
  start(): void {
    this.#isStarted = true
    this.#takeOnUnknown()
  }

  /** Why the folder cannot be used, or cannot be changed; null where it can. */
  get problem(): ErrorReport | null {
    return this.#problem ?? this.#access.problem
  }

  /** Another Cairn had the folder when it was last looked at. */
  get isReadOnly(): boolean {
    return this.#access.problem !== null
  }

  /** To be awaited before anything is written there; makes the folder. Throws CairnError STORE_LOCKED, PERMISSION_DENIED. */
  async requireWritable(): Promise<void> {
    if (!this.#access.isHeld) await this.#queue.run(() => this.#requireWritable())
  }

  /** Oldest first. */
  list(): InstalledModel[] {
    return this.#installed.list()
  }

  get(id: string): InstalledModel | undefined {
    return this.#installed.get(id)?.model
  }

  /** Throws CairnError NOT_FOUND, or the model's problem. */
  filesOf(id: string): ModelFiles {
    const { model, path, record } = this.#installed.require(id)
    if (model.problem) throw new CairnError(model.problem.code, model.problem.message, model.problem.action)
    return modelFiles(record, path)
  }

  /**
   * Adds one model: a GGUF file, a folder, or the files of one model. They are put aside, inspected, and only then seen;
   * a failure leaves nothing behind. The same content again is the model that is there. Throws CairnError MODEL_UNUSABLE,
   * DISK_FULL, FILE_VANISHED, PERMISSION_DENIED, STORE_LOCKED, CANCELLED, or what inspecting throws.
   */
  async add(paths: readonly string[], options: AddOptions = {}, signal?: AbortSignal): Promise<InstalledModel> {
    const ended = signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal
    return this.#queue.run(() => this.#add(paths, options, ended), ended)
  }

  /** Throws CairnError NOT_FOUND, PERMISSION_DENIED, STORE_LOCKED. */
  async delete(id: string): Promise<void> {
    await this.#queue.run(async () => {
      await this.#requireWritable()
      const { model, path } = this.#installed.require(id)
      // First out of sight in one step: a crash in between leaves what the next start removes.
      const gone = join(this.options.folder, `.deleted-${this.options.newId()}`)
      await takeAway(path, gone, model.name)
      this.#installed.delete(id)
      this.options.changed()
      await rm(gone, { recursive: true, force: true }).catch((thrown: unknown) => {
        this.options.log(`A deleted model’s files are removed at the next start: ${String(thrown)}`)
      })
    })
  }

  /** Resolves when all work on the folder is done, also on models that were put there by hand. */
  async settled(): Promise<void> {
    await this.#queue.idle()
  }

  async close(): Promise<void> {
    this.#closing.abort(new CairnError('CANCELLED', 'Cairn is closing.', ''))
    await this.#queue.idle()
    await this.#access.release()
  }

  async #requireWritable(): Promise<void> {
    if (this.#problem) await this.#read()
    if (!this.#problem) {
      const wasReadOnly = this.isReadOnly
      await mkdir(this.options.folder, { recursive: true, mode: 0o700 }).catch((thrown: unknown) => {
        throw toCairnError(thrown)
      })
      // What the other one did meanwhile, and what it left, is seen only now.
      if ((await this.#access.take()) && wasReadOnly) await this.#read()
    }
    const { problem } = this
    if (problem) throw new CairnError(problem.code, problem.message, problem.action)
  }

  async #add(
    paths: readonly string[],
    { entry, move = false }: AddOptions,
    signal: AbortSignal,
  ): Promise<InstalledModel> {
    const { folder, newId } = this.options
    await this.#requireWritable()
    const incoming = join(folder, `.incoming-${newId()}`)
    try {
      signal.throwIfAborted()
      const source = await recogniseModel(paths, entry)
      const same = await this.#installed.withContentOf(source, signal)
      if (same) return await this.#knownNowAs(same, entry)
      const bytes = source.files.reduce((sum, file) => sum + file.bytes, 0)
      if (!move) requireSpace(source.name, bytes, await (this.options.freeBytes ?? freeBytesOf)(folder))
      await mkdir(incoming, { mode: 0o700 })
      await placeFiles(source.files, incoming, { move, signal })
      // Families of embedders are known by their published name, which an entry's id has and its title may not.
      const name = freeName(safeName(entry?.id ?? source.name), await this.#namesInUse())
      const record = await inspectedRecord(source, incoming, name, { ...this.options, entry, signal })
      await writeRecord(incoming, record)
      const path = join(folder, name)
      // From here on it is installed: whoever stopped it must not find it there.
      signal.throwIfAborted()
      await renameDurably(incoming, path)
      await keepMoved(path)
      return this.#show(record, path, null)
    } catch (thrown) {
      await removeStray(incoming).catch((failed: unknown) => {
        // What could not be put back stays, and is tried again at the next start.
        this.options.log(`${incoming} could not be tidied up: ${String(failed)}`)
      })
      if (signal.aborted && signal.reason instanceof CairnError) throw signal.reason
      throw toCairnError(thrown)
    }
  }

  #show(record: ModelRecord, path: string, problem: ErrorReport | null): InstalledModel {
    const model = this.#installed.add(record, path, problem)
    this.options.changed()
    return model
  }

  async #namesInUse(): Promise<(lowerCase: string) => boolean> {
    const names = new Set((await readdir(this.options.folder)).map((name) => name.toLowerCase()))
    const ids = this.#installed.names()
    return (name) => names.has(name) || ids.has(name)
  }

  async #knownNowAs(
    { record, path, model }: ModelInFolder,
    entry: CatalogueEntry | undefined,
  ): Promise<InstalledModel> {
    if (!entry || record.entry_id === entry.id) return model
    const known = { ...record, entry_id: entry.id, licence: entry.licence }
    await writeRecord(path, known)
    return this.#show(known, path, null)
  }

  async #read(): Promise<void> {
    const { folder, log } = this.options
    let found: FoundModels = { models: [], unknown: [] }
    try {
      // One that does not exist is made with the first model: not now, where the disk it is on may be missing.
      if (await exists(folder)) found = await findModels(folder, { isOurs: await this.#access.take(), log })
      this.#problem = null
    } catch (thrown) {
      const { code, message, action } = toCairnError(thrown)
      this.#problem = { code, message: `The models folder ${folder} cannot be used. ${message}`, action }
      log(this.#problem.message)
    }
    this.#installed.clear()
    for (const { record, path, problem } of found.models) this.#installed.add(record, path, problem)
    this.#unknown = found.unknown
    // Whoever opens it has nobody to tell yet.
    if (this.#isOpen) this.options.changed()
    if (this.#isStarted) this.#takeOnUnknown()
  }

  #takeOnUnknown(): void {
    const unknown = this.#unknown
    this.#unknown = []
    if (unknown.length > 0 && !this.isReadOnly) void this.#queue.run(() => this.#takeOn(unknown))
  }

  /** Takes in models that a person put into the folder by hand. A bare GGUF file gets a folder of its own. */
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
      await mkdir(own, { mode: 0o700 })
      await rename(path, join(own, basename(path)))
    }
    try {
      const { signal } = this.#closing
      const record = await inspectedRecord(source, own, basename(own), { ...this.options, signal })
      await writeRecord(own, record)
      this.#show(record, own, null)
    } catch (thrown) {
      if (this.#closing.signal.aborted) return
      // Shown with what is wrong, and looked at again at the next start.
      const record = recordOf(source, basename(own), unknownDetails, { addedAt: this.options.now(), stamp: '' })
      this.#show(record, own, toCairnError(thrown).report())
    }
  }
}
