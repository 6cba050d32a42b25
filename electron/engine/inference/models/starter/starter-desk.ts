import { CairnError, type ErrorReport, toCairnError } from '@shared/errors'
import type { ModelSettings } from '@shared/models/model-settings'
import type { Machine, Manifest } from '@shared/models/models'
import type { StarterFound, StarterKind, StarterSet } from '@shared/models/starter-set'
import type { ModelSettingsPatch } from '@shared/settings'
import { WorkQueue } from '@engine/platform/work-queue'
import type { StarterActs } from '@engine/ports/models/starter-acts'
import type { Downloads } from '../downloads/downloads'
import type { ModelFolder } from '../folder/model-folder'
import { findInFolder, type FoundEntry, genuineFiles } from './find-in-folder'
import { modelOf, openWish, pickFor, type StarterFacts, starterState, wishFor } from './starter-state'
import { keepWish, readWish, type StarterWish, type WishedPart } from './starter-wish'

export interface StarterParts {
  /** Where what a person asked for is kept, absolute; in the store, as the settings it changes. */
  readonly file: string
  readonly manifest: Manifest
  readonly folder: Pick<ModelFolder, 'list' | 'get' | 'add'>
  readonly downloads: Pick<Downloads, 'list' | 'start' | 'pause' | 'cancel'>
  readonly settings: { get(): ModelSettings; change(patch: ModelSettingsPatch): Promise<unknown> }
  readonly machine: () => Machine
  /** Deletes an installed model. */
  readonly remove: (id: string) => Promise<void>
  readonly changed: () => void
  readonly log: (line: string) => void
}

interface FoundForJob extends FoundEntry {
  readonly kind: StarterKind
}

/** Adds the recommended models, gives them their jobs, and takes it all back. One act at a time. */
export class StarterDesk implements StarterActs {
  readonly #queue = new WorkQueue()
  readonly #errors = new Map<StarterKind, ErrorReport>()
  /** Hosts consented to; undefined where nothing is being fetched. A restart forgets it: no download begins by itself. */
  #allow: readonly string[] | undefined
  /** Entries whose download was begun since a person last asked. */
  readonly #begun = new Set<string>()
  #taking: AbortController | undefined
  #isLooking = false
  #isStarted = false

  private constructor(
    private readonly parts: StarterParts,
    private wish: StarterWish | undefined,
  ) {}

  /** Reads what was asked for earlier. Never throws: a file that cannot be read costs the undoing. */
  static async open(parts: StarterParts): Promise<StarterDesk> {
    const wish = await readWish(parts.file).catch((thrown: unknown) => {
      parts.log(`What was asked of the starter set cannot be read: ${String(thrown)}`)
      return undefined
    })
    return new StarterDesk(parts, wish)
  }

  /** From here on models that come are given their jobs: also those that came just before a crash. */
  start(): void {
    this.#isStarted = true
    this.look()
  }

  state(): StarterSet {
    return starterState(this.#facts())
  }

  /** To be called when models or downloads have changed. */
  look(): void {
    if (!this.#isStarted || this.#isLooking || !this.wish?.parts.some(({ model_id }) => model_id === null)) return
    this.#isLooking = true
    const looked = this.#queue.run(() => {
      this.#isLooking = false
      return this.#goOn()
    })
    looked.catch((thrown: unknown) => this.parts.log(`The starter set could not go on: ${String(thrown)}`))
  }

  async fetch(allow: readonly string[]): Promise<StarterSet> {
    return this.#queue.run(async () => {
      const before = this.wish
      const facts = this.#facts()
      await this.#keep(wishFor(facts, pickFor(facts)))
      this.#errors.clear()
      this.#begun.clear()
      const first = this.wish?.parts.find((part) => !this.#isThere(part))
      if (first) {
        try {
          await this.parts.downloads.start(first.entry_id, allow)
        } catch (thrown) {
          await this.#keep(before)
          throw thrown
        }
        this.#begun.add(first.entry_id)
        this.#allow = allow
      }
      await this.#goOn()
      return this.state()
    })
  }

  async lookIn(path: string): Promise<StarterFound[]> {
    return (await this.#foundIn(path)).map(({ kind, entry: { id, name, bytes } }) => ({
      entry_id: id,
      kind,
      name,
      bytes,
    }))
  }

  async take(path: string, signal?: AbortSignal): Promise<StarterSet> {
    const stop = new AbortController()
    const ended = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
    return this.#queue.run(async () => {
      const found = await this.#foundIn(path)
      if (found.length === 0) {
        const message = 'No recommended model that this machine still lacks is in this folder.'
        throw new CairnError('MODEL_UNUSABLE', message, 'Choose the folder that the models’ own folders are in.')
      }
      const facts = this.#facts()
      const ofFolder = found.map(({ kind, entry }) => [kind, { entry, lack: null }] as const)
      this.#taking = stop
      try {
        await this.#keep(wishFor(facts, new Map([...pickFor(facts), ...ofFolder])))
        this.#errors.clear()
        await this.#goOn()
        for (const one of found) await this.#takeOne(one, ended)
      } finally {
        this.#taking = undefined
        this.parts.changed()
      }
      return this.state()
    }, ended)
  }

  async undo(deleteFiles: boolean): Promise<StarterSet> {
    this.#taking?.abort(new CairnError('CANCELLED', 'Adding the models was undone.', ''))
    return this.#queue.run(async () => {
      const { folder, settings, remove, changed } = this.parts
      const parts = this.wish?.parts ?? []
      this.#allow = undefined
      const chosen = settings.get()
      const given = parts.filter(({ kind, model_id }) => model_id !== null && chosen[kind] === model_id)
      if (given.length > 0) await settings.change(Object.fromEntries(given.map(({ kind }) => [kind, null])))
      for (const { entry_id, model_id, brought } of parts) {
        await this.#stopFetching(entry_id, deleteFiles)
        if (deleteFiles && brought && model_id !== null && folder.get(model_id)) await remove(model_id)
      }
      await this.#keep(undefined)
      this.#errors.clear()
      changed()
      return this.state()
    })
  }

  /** Ends copying, and resolves when nothing is being done any more. */
  async close(): Promise<void> {
    this.#isStarted = false
    this.#allow = undefined
    this.#taking?.abort(new CairnError('CANCELLED', 'Cairn is closing.', ''))
    await this.#queue.idle()
  }

  #facts(): StarterFacts {
    const { manifest, folder, downloads, settings, machine } = this.parts
    return {
      entries: manifest.entries,
      installed: folder.list(),
      downloads: downloads.list(),
      settings: settings.get(),
      machine: machine(),
      wish: openWish(this.wish, settings.get()),
      errors: this.#errors,
      busy: this.#allow !== undefined || this.#taking !== undefined,
    }
  }

  async #keep(wish: StarterWish | undefined): Promise<void> {
    await keepWish(this.parts.file, wish)
    this.wish = wish
    this.parts.changed()
  }

  #isThere({ entry_id }: WishedPart): boolean {
    return modelOf(entry_id, this.parts.folder.list()) !== undefined
  }

  /** Gives jobs to what has come, then fetches the next. */
  async #goOn(): Promise<void> {
    for (const part of this.wish?.parts ?? []) {
      const model = part.model_id === null ? modelOf(part.entry_id, this.parts.folder.list()) : undefined
      if (model) await this.#give(part, model.id)
    }
    if (this.#allow) await this.#fetchNext(this.#allow)
  }

  async #fetchNext(allow: readonly string[]): Promise<void> {
    const { downloads, changed } = this.parts
    for (const { kind, entry_id } of this.wish?.parts.filter((part) => !this.#isThere(part)) ?? []) {
      const state = downloads.list().find((one) => one.entry_id === entry_id)?.state
      if (state === 'running' || state === 'verifying') return
      if (this.#begun.has(entry_id)) {
        // A person paused it, or the disk is full: nothing else begins then. One that failed holds up no other.
        if (state === 'paused') break
        continue
      }
      this.#begun.add(entry_id)
      try {
        await downloads.start(entry_id, allow)
        return
      } catch (thrown) {
        this.#errors.set(kind, toCairnError(thrown).report())
      }
    }
    this.#allow = undefined
    changed()
  }

  /** The job is given only where nobody has given it to another meanwhile. */
  async #give(part: WishedPart, modelId: string, brought = part.brought): Promise<void> {
    const { settings } = this.parts
    if (settings.get()[part.kind] === null) await settings.change({ [part.kind]: modelId })
    const parts = (this.wish?.parts ?? []).map((one) =>
      one.kind === part.kind ? { ...part, model_id: modelId, brought } : one,
    )
    await this.#keep({ version: 1, parts })
  }

  /** What would be taken from a folder: the set as it is picked from what is in there and what is installed. */
  async #foundIn(path: string): Promise<FoundForJob[]> {
    const found = await findInFolder(path, this.parts.manifest.entries)
    const facts = this.#facts()
    const isThere = (id: string) => modelOf(id, facts.installed) !== undefined
    const entries = facts.entries.filter(({ id }) => isThere(id) || found.some(({ entry }) => entry.id === id))
    const jobs = new Map([...pickFor({ ...facts, entries })].map(([kind, { entry }]) => [entry?.id, kind]))
    return found.flatMap((one) => {
      const kind = jobs.get(one.entry.id)
      return kind && !isThere(one.entry.id) ? [{ ...one, kind }] : []
    })
  }

  async #takeOne(found: FoundForJob, signal: AbortSignal): Promise<void> {
    const { entry } = found
    const { folder } = this.parts
    const known = new Set(folder.list().map(({ id }) => id))
    try {
      const paths = await genuineFiles(found, signal)
      const { id } = await folder.add(paths, { entry }, signal)
      const part = this.wish?.parts.find(({ entry_id }) => entry_id === entry.id)
      if (part) await this.#give(part, id, !known.has(id))
      await this.#stopFetching(entry.id, true)
    } catch (thrown) {
      if (signal.aborted) throw toCairnError(signal.reason)
      this.#errors.set(found.kind, toCairnError(thrown).report())
    }
  }

  /** Ends the download of an entry, where there is one; `forGood` also throws away what has come. */
  async #stopFetching(entryId: string, forGood: boolean): Promise<void> {
    const { downloads } = this.parts
    const open = downloads.list().find(({ entry_id, state }) => entry_id === entryId && state !== 'done')
    if (open) await (forGood ? downloads.cancel(open.id) : downloads.pause(open.id))
  }
}
