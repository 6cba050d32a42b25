import { type FSWatcher, watch } from 'node:fs'
import { dirname } from 'node:path'
import type { DocumentRecord } from '@shared/documents'
import { isElsewhere } from '@engine/platform/paths'
import { lookAtDocument, type LookParts } from './look-at-document'

export interface LooseFilesParts extends LookParts {
  /** Whether the file at this path lies in a watched folder, which looks after it. */
  readonly isWatched: (source: string) => boolean
  /** Whether Cairn keeps the file at this path itself: there is nothing to look at. */
  readonly isOwn: (source: string) => boolean
  /** Whether what is seen can be written down now; by default always. */
  readonly mayWrite?: (() => boolean) | undefined
  readonly closing: AbortSignal
  readonly log: (line: string) => void
  /** Tells of changes of the files that lie in a folder itself; Node's own by default. */
  readonly watch?: (folder: string, changed: () => void) => Pick<FSWatcher, 'close' | 'on' | 'unref'>
}

/** Folders that are watched at once, those with the newest documents first. */
const mostFolders = 256
/** After a change in a folder, milliseconds until it is looked at: changes come in swarms. */
const quietMs = 400
/** What tells nothing is looked at this often, in milliseconds. */
const lookEveryMs = 10 * 60_000

/** Files that were added by themselves or with a folder: they are not read again, but people are told what has become of them. */
export class LooseFiles {
  readonly #watchers = new Map<string, Pick<FSWatcher, 'close'>>()
  readonly #timers = new Map<string, NodeJS.Timeout>()
  readonly #working = new Set<Promise<unknown>>()
  #beat: NodeJS.Timeout | undefined
  #unsubscribe: () => void = () => undefined

  constructor(private readonly parts: LooseFilesParts) {}

  /** Looks at every such file, and follows the folders they lie in. */
  start(): void {
    if (this.#beat || this.parts.closing.aborted) return
    this.#beat = setInterval(() => void this.#lookAtAll(), lookEveryMs).unref()
    this.#unsubscribe = this.parts.catalogue.onChange(({ changed }) => {
      const folders = changed.filter((record) => this.#isOurs(record)).map(({ source }) => dirname(source))
      if (folders.some((folder) => !this.#watchers.has(folder))) this.#soon('', () => this.#follow())
    })
    void this.#lookAtAll()
  }

  /** Looks at documents now, because an answer quotes them. Never throws. */
  async look(ids: Iterable<string>): Promise<void> {
    const records = [...new Set(ids)].flatMap((id) => this.parts.catalogue.get(id) ?? [])
    await this.#track(
      this.#lookAt(records.flatMap((record) => this.#outer(record)).filter((record) => !this.#isKept(record))),
    )
  }

  async close(): Promise<void> {
    clearInterval(this.#beat)
    this.#unsubscribe()
    for (const timer of this.#timers.values()) clearTimeout(timer)
    for (const watcher of this.#watchers.values()) watcher.close()
    await Promise.all(this.#working)
  }

  /** The document whose own file a document came in. */
  #outer(record: DocumentRecord): DocumentRecord[] {
    if (!record.part_of) return [record]
    const outer = this.parts.catalogue.get(record.part_of.document)
    return outer ? this.#outer(outer) : []
  }

  #isOurs(record: DocumentRecord): boolean {
    const { isWatched, isOwn } = this.parts
    return (
      record.part_of === null &&
      !this.#isKept(record) &&
      !isWatched(record.source) &&
      !isOwn(record.source) &&
      !isElsewhere(record.source)
    )
  }

  /** In the trash, or not read yet. */
  #isKept({ trashed_at, content_hash }: DocumentRecord): boolean {
    return trashed_at !== null || content_hash === ''
  }

  #ours(): DocumentRecord[] {
    return this.parts.catalogue.list().filter((record) => this.#isOurs(record))
  }

  async #lookAtAll(): Promise<void> {
    this.#follow()
    const looked = this.parts.catalogue.list().filter(({ source, on_disk }) => on_disk && this.parts.isOwn(source))
    await this.#track(this.#lookAt([...this.#ours(), ...looked]))
  }

  #follow(): void {
    const newest = this.#ours().toSorted((a, b) => b.updated_at - a.updated_at)
    const folders = new Set([...new Set(newest.map(({ source }) => dirname(source)))].slice(0, mostFolders))
    for (const [folder, watcher] of this.#watchers) {
      if (folders.has(folder)) continue
      watcher.close()
      this.#watchers.delete(folder)
    }
    for (const folder of folders) if (!this.#watchers.has(folder)) this.#watch(folder)
  }

  #watch(folder: string): void {
    const { watch: begin = watchEntries, closing } = this.parts
    if (closing.aborted) return
    try {
      const watcher = begin(folder, () => this.#soon(folder, () => void this.#lookIn(folder)))
      watcher.on('error', () => {
        watcher.close()
        this.#watchers.delete(folder)
      })
      this.#watchers.set(folder, watcher.unref())
    } catch {
      // It is looked at every few minutes instead; where the folder is gone, that says so.
    }
  }

  #soon(what: string, then: () => void): void {
    clearTimeout(this.#timers.get(what))
    this.#timers.set(what, setTimeout(then, quietMs).unref())
  }

  async #lookIn(folder: string): Promise<void> {
    await this.#track(this.#lookAt(this.#ours().filter(({ source }) => dirname(source) === folder)))
  }

  async #lookAt(records: readonly DocumentRecord[]): Promise<void> {
    for (const record of records) {
      const { closing, mayWrite, isOwn } = this.parts
      if (closing.aborted || mayWrite?.() === false) return
      if (isOwn(record.source)) await this.#forget(record)
      else if (!isElsewhere(record.source)) await lookAtDocument(record, this.parts)
    }
  }

  /** An older Cairn compared files that are sealed with what was read of them, and said that they had changed. */
  async #forget({ id, on_disk }: DocumentRecord): Promise<void> {
    if (on_disk) await this.parts.catalogue.update(id, (current) => ({ ...current, on_disk: undefined }))
  }

  async #track(work: Promise<void>): Promise<void> {
    const settled = work
      .catch((thrown: unknown) => {
        if (!this.parts.closing.aborted) this.parts.log(`Looking at files failed: ${String(thrown)}`)
      })
      .finally(() => this.#working.delete(settled))
    this.#working.add(settled)
    await settled
  }
}

function watchEntries(folder: string, changed: () => void): FSWatcher {
  return watch(folder, { persistent: false }, changed)
}
