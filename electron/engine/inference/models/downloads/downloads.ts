import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { CairnError, toCairnError } from '@shared/errors'
import { hostsOf, mirrored } from '@shared/models/model-hosts'
import type { CatalogueEntry, Download, Manifest } from '@shared/models/models'
import { HostDeniedError } from '@engine/platform/network-gate'
import { freeBytesOf, requireSpace } from './disk-space'
import { type DownloadParts, EntryDownload } from './download'
import { downloadFolder, freshState, readState, stateFor, unfinishedFolders } from './download-state'
import type { ModelFolder } from '../folder/model-folder'
import { openPartFile } from './part-file'

export interface DownloadsOptions extends Pick<DownloadParts, 'gate' | 'now' | 'add' | 'changed'> {
  /** Absolute path of the models folder. Downloads lie on the same disk, so that models need not be copied. */
  readonly folder: string
  readonly manifest: Manifest
  /** Base address in the place of https://huggingface.co, as the settings have it now. */
  readonly mirror: () => string | null
  /** Whether an entry's model is in the models folder. The leftovers of its download are removed then. */
  readonly isInstalled: (entryId: string) => boolean
  /** Whether the folder may be written: not while another Cairn works in it. */
  readonly access?: Pick<ModelFolder, 'isReadOnly' | 'requireWritable'> | undefined
  readonly newId: () => string
  readonly log: (line: string) => void
  readonly freeBytes?: DownloadParts['freeBytes'] | undefined
  readonly wait?: DownloadParts['wait'] | undefined
  readonly openPart?: DownloadParts['openPart'] | undefined
}

/** The downloads from the catalogue. A download never starts by itself, not even after a crash. */
export class Downloads {
  /** By entry: an entry has one download at most. */
  readonly #known = new Map<string, EntryDownload>()
  readonly #starting = new Map<string, Promise<string>>()
  readonly #parts: DownloadParts
  #isRead = false

  private constructor(private readonly options: DownloadsOptions) {
    const { gate, now, add, changed, freeBytes = freeBytesOf, openPart = openPartFile } = options
    const wait = options.wait ?? ((ms, signal) => delay(ms, undefined, { signal }))
    this.#parts = { gate, now, add, changed, freeBytes, openPart, wait }
  }

  /** Finds unfinished downloads, and shows them as paused. Never throws. */
  static async open(options: DownloadsOptions): Promise<Downloads> {
    const downloads = new Downloads(options)
    await downloads.#read()
    return downloads
  }

  list(): Download[] {
    return [...this.#known.values()].map((one) => one.view())
  }

  /**
   * Begins or goes on; returns the download's id. Throws CairnError NOT_FOUND, NETWORK_DENIED (naming the hosts), DISK_FULL,
   * STORE_LOCKED where another Cairn uses the folder, before anything is written; what goes wrong later is told by `list`.
   */
  async start(entryId: string, allow: readonly string[]): Promise<string> {
    const begun = this.#starting.get(entryId)
    if (begun) return begun
    const starting = this.#start(entryId, allow).finally(() => this.#starting.delete(entryId))
    this.#starting.set(entryId, starting)
    return starting
  }

  /** Stops a download and keeps its bytes. False where it was not running. */
  async pause(id: string): Promise<boolean> {
    return (await this.#byId(id)?.pause()) ?? false
  }

  /** Removes a download with its bytes. False for an unknown download, or where its model was just installed. */
  async cancel(id: string): Promise<boolean> {
    const one = this.#byId(id)
    if (!one) return false
    if (!(await one.remove())) return false
    if (this.#known.get(one.entry.id) === one) this.#known.delete(one.entry.id)
    this.options.changed()
    return true
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#starting.values())
    await Promise.all([...this.#known.values()].map((one) => one.pause()))
  }

  #byId(id: string): EntryDownload | undefined {
    return [...this.#known.values()].find((one) => one.id === id)
  }

  async #start(entryId: string, allow: readonly string[]): Promise<string> {
    const { folder, manifest, newId, mirror } = this.options
    const entry = manifest.entries.find(({ id }) => id === entryId)
    if (!entry) throw new CairnError('NOT_FOUND', 'The catalogue has no such model.', 'Choose another one.')
    await this.options.access?.requireWritable()
    await this.#read()
    const known = this.#known.get(entryId)
    if (known?.isActive) return known.id
    const own = downloadFolder(folder, entryId)
    const one =
      known && !known.isDone ? known : await EntryDownload.from(this.#parts, entry, own, freshState(newId(), entry))
    requireSpace(entry.name, one.missing, await this.#parts.freeBytes(folder))
    await this.#requireAllowed(entry, mirror(), allow)
    try {
      await one.start(mirror(), allow)
    } catch (thrown) {
      throw toCairnError(thrown)
    }
    this.#known.set(entryId, one)
    this.options.changed()
    return one.id
  }

  /**
   * Asks each host for one byte of its largest file, so that a redirect to a host that is not allowed is known before
   * anything is written. Whatever else goes wrong here goes wrong again in the download, and is told there.
   */
  async #requireAllowed(entry: CatalogueEntry, mirror: string | null, allow: readonly string[]): Promise<void> {
    const largest = new Map<string, string>()
    for (const { url } of entry.files.toSorted((a, b) => a.bytes - b.bytes)) {
      const address = mirrored(url, mirror)
      largest.set(new URL(address).host, address)
    }
    for (const url of largest.values()) {
      try {
        const headers = { range: 'bytes=0-0', 'accept-encoding': 'identity' }
        const response = await this.#parts.gate.fetch(url, { purpose: `Ask for ${entry.name}`, allow, headers })
        await response.body?.cancel()
      } catch (thrown) {
        if (thrown instanceof CairnError && thrown.code === 'NETWORK_DENIED') throw deniedFor(entry, mirror, thrown)
      }
    }
  }

  /** Reads once, as soon as the folder is ours: until then unfinished downloads in it are another Cairn's. */
  async #read(): Promise<void> {
    const { folder, access, log } = this.options
    if (this.#isRead || access?.isReadOnly) return
    this.#isRead = true
    try {
      for (const own of await unfinishedFolders(folder)) await this.#takeOn(own)
    } catch (thrown) {
      log(`Unfinished downloads cannot be read: ${toCairnError(thrown).message}`)
    }
  }

  async #takeOn(own: string): Promise<void> {
    const saved = await readState(own)
    const entry = this.options.manifest.entries.find(({ id }) => id === saved?.entry_id)
    if (
      !saved ||
      !entry ||
      downloadFolder(this.options.folder, entry.id) !== own ||
      this.options.isInstalled(entry.id)
    ) {
      this.options.log(`${own} belongs to no download that can be gone on with; it was removed.`)
      await rm(own, { recursive: true, force: true })
      return
    }
    this.#known.set(entry.id, await EntryDownload.from(this.#parts, entry, own, stateFor(entry, saved)))
  }
}

function deniedFor(entry: CatalogueEntry, mirror: string | null, denied: CairnError): CairnError {
  const hosts = hostsOf(entry, mirror).map((host) => (host.startsWith('.') ? `hosts below ${host.slice(1)}` : host))
  const message = `${entry.name} comes from ${hosts.join(' and ')}. ${denied.message}`
  return new HostDeniedError(denied instanceof HostDeniedError ? denied.deniedHost : '', message, denied.action)
}
