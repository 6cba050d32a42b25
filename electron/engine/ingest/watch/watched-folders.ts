import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CairnError, hasCode, toCairnError } from '@shared/errors'
import type { FolderChange, FolderState, NewFolder, WatchedFolder } from '@shared/folders/folder-shapes'
import { FolderRules } from '@shared/folders/folder-shapes'
import type { FolderUse } from '@shared/settings'
import { isBelow } from '@engine/platform/paths'
import { WorkQueue } from '@engine/platform/work-queue'
import { type FolderList, unknownFolder } from './folder-list'
import { lookAt } from '../files/file-mark'
import { FolderProbe } from './folder-probe'
import { FollowedFolder, type FollowParts } from './follow-folder'

export interface WatchedFoldersParts extends Omit<FollowParts, 'queue' | 'probe' | 'changed' | 'stopped'> {
  readonly list: FolderList
  readonly newId: () => string
  /** Told of every change of how the folders stand. */
  readonly publish: (folders: readonly FolderState[]) => void
  /** Whether folders inside become collections, where nothing is said. */
  readonly usualUse: () => FolderUse
  readonly probe?: FolderProbe
}

/** A folder that is away is looked for this often, in milliseconds. */
const beatMs = 30_000
/** A folder of which the system tells nothing is looked through this often. */
const lookEveryMs = 5 * 60_000
/** A beat that comes so late tells that the machine slept. */
const sleptMs = 3 * beatMs

/** The folders that the library follows. */
export class WatchedFolders {
  readonly #queue = new WorkQueue()
  readonly #probe: FolderProbe
  readonly #followed = new Map<string, FollowedFolder>()
  #beat: NodeJS.Timeout | undefined
  #lastBeat = 0
  #told = ''

  constructor(private readonly parts: WatchedFoldersParts) {
    this.#probe = parts.probe ?? new FolderProbe()
  }

  /** Begins to follow the folders; to be called once what a crash left is put right. */
  start(): void {
    if (this.#beat || this.parts.closing.aborted) return
    this.#lastBeat = this.parts.now()
    this.#beat = setInterval(() => this.#onBeat(), beatMs).unref()
    for (const folder of this.parts.list.all()) this.#follow(folder)
  }

  list(): FolderState[] {
    return this.parts.list.all().map((folder) => this.#stateOf(folder))
  }

  /** Throws INVALID_INPUT where there is no such folder, or one that cannot be watched beside the others. */
  async add({ path, collection, folders, rules }: NewFolder): Promise<FolderState> {
    const absolute = resolve(path)
    await requireFolder(absolute)
    const folder: WatchedFolder = {
      id: `w_${this.parts.newId()}`,
      path: absolute,
      collection: collection ?? null,
      folders: folders ?? this.parts.usualUse(),
      rules: FolderRules.parse(rules ?? {}),
      paused: false,
      added_at: this.parts.now(),
      deleted: [],
    }
    await this.parts.list.add(folder)
    this.#follow(folder)
    return this.#stateOf(folder)
  }

  async change(id: string, change: FolderChange): Promise<FolderState> {
    return this.#become(id, (folder) => ({
      ...folder,
      paused: change.paused ?? folder.paused,
      rules: change.rules ?? folder.rules,
      collection: change.collection === undefined ? folder.collection : change.collection,
    }))
  }

  /** Files whose documents the user deleted come into the library again. */
  async takeBack(id: string): Promise<FolderState> {
    return this.#become(id, (folder) => ({ ...folder, deleted: [] }))
  }

  /** Ends following a folder; its documents stay. Throws NOT_FOUND. */
  async remove(id: string): Promise<void> {
    await this.parts.list.remove(id)
    const followed = this.#followed.get(id)
    this.#followed.delete(id)
    await followed?.close()
    this.#tell()
  }

  /** Has a folder, or all, looked through; see `FollowedFolder.look`. Throws NOT_FOUND. */
  rescan(id: string | undefined, readAgain: boolean): FolderState[] {
    if (id !== undefined && !this.parts.list.all().some((folder) => folder.id === id)) throw unknownFolder(id)
    this.start()
    for (const [one, followed] of this.#followed) if (id === undefined || one === id) followed.look(readAgain)
    return this.list()
  }

  /** Tells how many changes wait, until none does or the signal aborts. */
  async settled(id: string | undefined, tell: (waiting: number) => void, signal: AbortSignal): Promise<void> {
    this.start()
    const ours = () =>
      [...this.#followed].flatMap(([one, followed]) => (id === undefined || one === id ? followed : []))
    while (!signal.aborted && ours().some((followed) => !followed.rests)) {
      tell(ours().reduce((sum, followed) => sum + followed.state().waiting, 0))
      await pause(100, undefined, { signal }).catch(() => undefined)
    }
  }

  /** The user deleted the documents of these files for good: they stay out, though the files are there. */
  async keepOut(sources: readonly string[]): Promise<void> {
    for (const { id, path, deleted } of this.parts.list.all()) {
      const below = sources.filter((source) => isBelow(source, path) && !deleted.includes(source))
      const marks = await Promise.all(below.map(lookAt))
      const ours = below.filter((_, at) => typeof marks[at] !== 'string')
      if (ours.length === 0) continue
      const folder = await this.parts.list.update(id, (current) => ({
        ...current,
        deleted: [...current.deleted, ...ours],
      }))
      this.#followed.get(id)?.become(folder)
    }
  }

  /** Whether the file at this path is followed. */
  holds(source: string): boolean {
    return this.parts.list.all().some(({ path }) => isBelow(source, path))
  }

  async close(): Promise<void> {
    clearInterval(this.#beat)
    await Promise.all([...this.#followed.values()].map((followed) => followed.close()))
  }

  #follow(folder: WatchedFolder): void {
    if (this.#followed.has(folder.id) || this.parts.closing.aborted) return
    const { parts } = this
    const followed = new FollowedFolder(folder, {
      ...parts,
      probe: this.#probe,
      queue: this.#queue,
      changed: () => this.#tell(),
      stopped: () => void this.change(folder.id, { paused: true }).catch(() => undefined),
    })
    this.#followed.set(folder.id, followed)
    followed.look()
  }

  async #become(id: string, change: (folder: WatchedFolder) => WatchedFolder): Promise<FolderState> {
    const folder = await this.parts.list.update(id, change)
    this.#followed.get(id)?.become(folder)
    this.#tell()
    return this.#stateOf(folder)
  }

  #stateOf(folder: WatchedFolder): FolderState {
    const followed = this.#followed.get(folder.id)
    if (followed) return followed.state()
    const { deleted, ...kept } = folder
    const unknown = { files: null, waiting: 0, looked_at: null, told: false, problem: null }
    return { ...kept, ...unknown, deleted: deleted.length, state: folder.paused ? 'paused' : 'looking' }
  }

  #onBeat(): void {
    const now = this.parts.now()
    const slept = now - this.#lastBeat > sleptMs
    this.#lastBeat = now
    for (const followed of this.#followed.values()) {
      const { told, looked_at, problem } = followed.state()
      const isDue = slept || ((!told || problem !== null) && now - (looked_at ?? 0) > lookEveryMs)
      if (isDue) followed.look()
      else followed.go()
    }
  }

  #tell(): void {
    const folders = this.list()
    const all = JSON.stringify(folders)
    if (this.parts.closing.aborted || all === this.#told) return
    this.#told = all
    this.parts.publish(folders)
  }
}

async function requireFolder(path: string): Promise<void> {
  const facts = await stat(path).catch((thrown: unknown) => {
    if (!hasCode(thrown, 'ENOENT', 'ENOTDIR')) throw toCairnError(thrown)
    throw new CairnError('FILE_VANISHED', 'There is no folder at this path.', 'Check the path.')
  })
  if (!facts.isDirectory()) {
    throw new CairnError(
      'INVALID_INPUT',
      'This is a file, not a folder.',
      'Choose a folder; files are added by themselves.',
    )
  }
}
