import { basename, dirname } from 'node:path'
import { type ErrorReport, toCairnError } from '@shared/errors'
import type { FolderState, WatchedFolder } from '@shared/folders/folder-shapes'
import { isBelow, stepsTo } from '@engine/platform/paths'
import type { WorkQueue } from '@engine/platform/work-queue'
import { lookAt } from '../files/file-mark'
import { seenAs } from './apply-plan'
import { bringIntoStep, recordsBelow, type Step, type StepParts } from './bring-into-step'
import { DirtyPaths } from './dirty-paths'
import type { FolderWatch, WatchFolder } from './folder-events'
import type { FolderProbe } from './folder-probe'
import { ignoreFileName } from './rules/ignore-files'
import type { DiskFile } from './scan-folder'

export interface FollowParts extends StepParts {
  readonly watch: WatchFolder
  readonly probe: FolderProbe
  /** One folder is worked on at a time: what leaves one may come to another. */
  readonly queue: WorkQueue
  /** The folder stands otherwise now. */
  readonly changed: () => void
  /** The user stopped the reading. */
  readonly stopped: () => void
  readonly log: (line: string) => void
}

/** Files read before what has changed meanwhile gets its turn. */
const readAtOnce = 500
/** So many paths are looked at sooner by looking at all. */
const mostDirty = 2000

/** Keeps the library as one folder is. Events only say where to look: what is done follows from the disk and the list of documents. */
export class FollowedFolder {
  readonly #dirty: DirtyPaths
  #folder: WatchedFolder
  #wants: 'nothing' | 'look' | 'read_again' = 'look'
  readonly #toRead = new Map<string, DiskFile>()
  #working: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #watch: FolderWatch | undefined
  #state: FolderState['state'] = 'looking'
  #files: number | null = null
  #heldBack = 0
  #lookedAt: number | null = null
  #problem: ErrorReport | null = null
  #closed = false

  constructor(
    folder: WatchedFolder,
    private readonly parts: FollowParts,
  ) {
    this.#folder = folder
    this.#dirty = new DirtyPaths({ now: parts.now, look: lookAt })
  }

  get folder(): WatchedFolder {
    return this.#folder
  }

  /** Whether nothing is left to do. */
  get rests(): boolean {
    const isDone = this.#wants === 'nothing' && this.#toRead.size === 0 && this.#dirty.size === 0
    return this.#working === undefined && (isDone || this.#state === 'away')
  }

  state(): FolderState {
    const { deleted, ...folder } = this.#folder
    return {
      ...folder,
      state: this.#state,
      files: this.#files,
      waiting: this.#heldBack + this.#toRead.size + this.#dirty.size,
      deleted: deleted.length,
      looked_at: this.#lookedAt,
      told: this.#watch?.tellsAll ?? false,
      problem: this.#problem,
    }
  }

  /** Another pause, other rules: all of it is looked at anew. */
  become(folder: WatchedFolder): void {
    this.#folder = folder
    this.look()
  }

  /** Has all of it looked through; `readAgain` has every file read whose content is another one, whatever its date says. */
  look(readAgain = false): void {
    if (this.#wants !== 'read_again') this.#wants = readAgain ? 'read_again' : 'look'
    this.go()
  }

  /** Goes to work, at the least to see whether the folder can be seen. */
  go(): void {
    if (this.#closed || this.#working) return
    clearTimeout(this.#timer)
    this.#working = this.parts.queue
      .run(() => this.#turn())
      .catch((thrown: unknown) => this.#failed(thrown))
      .finally(() => {
        this.#working = undefined
        this.#goOn()
      })
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#working
    await this.#stopWatching()
  }

  /** What failed is tried again with the next beat; what the user stopped is not. */
  #failed(thrown: unknown): void {
    const { closing, stopped, log } = this.parts
    if (closing.aborted) return
    this.#toRead.clear()
    this.#is('in_step')
    const error = toCairnError(thrown)
    if (error.code === 'CANCELLED') {
      stopped()
      return
    }
    this.#problem = error.report()
    log(`Following ${this.#folder.path} failed: ${String(thrown)}`)
  }

  #goOn(): void {
    if (this.#closed) return
    const isAway = this.#state === 'away'
    const ms = this.#dirty.dueIn()
    if (!isAway && (this.#wants !== 'nothing' || this.#toRead.size > 0)) this.go()
    else if (!isAway && ms !== undefined) this.#timer = setTimeout(() => this.go(), ms).unref()
    this.parts.changed()
  }

  #is(state: FolderState['state']): void {
    if (this.#state === state) return
    this.#state = state
    this.parts.changed()
  }

  /** One piece of work; what is left is done in the next, so that other folders have their turn. */
  async #turn(): Promise<void> {
    if (this.#closed || this.parts.closing.aborted || !(await this.#canBeSeen())) return
    const wants = this.#wants
    this.#wants = 'nothing'
    if (wants !== 'nothing') this.#problem = null
    if (wants !== 'nothing' || this.#dirty.size > mostDirty) await this.#lookThrough(wants === 'read_again')
    else await this.#lookAtDirty()
    await this.#readSome()
    if (this.#toRead.size === 0 && this.#state !== 'away') this.#is(this.#folder.paused ? 'paused' : 'in_step')
  }

  async #canBeSeen(): Promise<boolean> {
    const seen = await this.parts.probe.look(this.#folder.path)
    if (seen === 'away') {
      await this.#goAway()
      return false
    }
    if (seen === 'other' || this.#state === 'away') {
      if (this.#wants === 'nothing') this.#wants = 'look'
      await this.#stopWatching()
    }
    // Where it cannot be watched that is tried again with each look, for it may take a while.
    if (!this.#watch && this.#wants !== 'nothing') await this.#startWatching()
    return true
  }

  async #goAway(): Promise<void> {
    this.#toRead.clear()
    this.#dirty.clear()
    this.#wants = 'look'
    await this.#stopWatching()
    this.#is('away')
  }

  async #startWatching(): Promise<void> {
    const { watch, store, log } = this.parts
    const { path } = this.#folder
    const changed = (paths: readonly string[]) => {
      for (const one of paths) this.#dirty.add(one)
      if (this.#closed || this.#working) return
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.go(), this.#dirty.dueIn() ?? 0).unref()
    }
    try {
      this.#watch = await watch(path, isBelow(store, path) ? [store] : [], { changed, lost: () => this.look() })
    } catch (thrown) {
      // As where the system may watch no more folders. It is looked through every few minutes instead.
      log(`${path} tells of no changes: ${String(thrown)}`)
    }
  }

  async #stopWatching(): Promise<void> {
    const ended = this.#watch?.end()
    this.#watch = undefined
    await ended?.catch((thrown: unknown) => this.parts.log(`Ending a watch failed: ${String(thrown)}`))
  }

  async #lookThrough(readAgain: boolean): Promise<void> {
    this.#is('looking')
    this.#dirty.clear()
    this.#toRead.clear()
    const step = await bringIntoStep(this.#folder, [this.#folder.path], () => true, this.parts)
    if (!step) {
      await this.#goAway()
      return
    }
    this.#note(step)
    this.#files = step.files.size
    this.#lookedAt = this.parts.now()
    if (readAgain && !this.#folder.paused) this.#readAgain(step)
  }

  async #lookAtDirty(): Promise<void> {
    const { path: root, paused } = this.#folder
    // What a folder's .gitignore says is of all that lies in it.
    const paths = (await this.#dirty.take()).map((path) => (basename(path) === ignoreFileName ? dirname(path) : path))
    if (paths.length === 0) return
    // What the pause holds back is counted over all of the folder.
    if (paused || paths.includes(root)) {
      this.#wants = 'look'
      return
    }
    const looked = new Set(paths)
    const isLooked = (source: string) => stepsTo(source, root).some((step) => looked.has(step))
    for (const path of this.#toRead.keys()) if (isLooked(path)) this.#toRead.delete(path)
    const step = await bringIntoStep(this.#folder, paths, isLooked, this.parts)
    if (step) this.#note(step)
    else this.#wants = 'look'
  }

  #note({ toRead, unsettled, heldBack }: Step): void {
    for (const file of toRead) this.#toRead.set(file.path, file)
    for (const path of unsettled) this.#dirty.add(path)
    this.#heldBack = heldBack
  }

  /** Has the content of every file compared that a document stands for, and what failed tried again. */
  #readAgain({ files }: Step): void {
    for (const file of files.values()) {
      const record = this.parts.hands.catalogue.findBySource(file.path)
      if (record?.trashed_at === null) this.#toRead.set(file.path, file)
    }
  }

  async #readSome(): Promise<void> {
    if (this.#toRead.size === 0) return
    this.#is('reading')
    const files = [...this.#toRead.values()].slice(0, readAtOnce)
    await this.parts.hands.read(files, this.#folder)
    for (const file of files) {
      this.#toRead.delete(file.path)
      await this.#noteRead(file)
    }
    this.#files = recordsBelow(this.#folder, this.parts).filter(({ trashed_at }) => trashed_at === null).length
  }

  /** A file that could not be read is not tried again before it changes. */
  async #noteRead(file: DiskFile): Promise<void> {
    const { catalogue } = this.parts.hands
    const record = catalogue.findBySource(file.path)
    if (record?.status !== 'failed') return
    if (record.error?.code === 'FILE_VANISHED') this.#dirty.add(file.path)
    else await catalogue.update(record.id, (current) => seenAs(current, file, 'as_read'))
  }
}
