import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CairnError, type ErrorReport, toCairnError } from '@shared/errors'
import { mirrored } from '@shared/models/model-hosts'
import type { CatalogueEntry, Download, InstalledModel } from '@shared/models/models'
import type { NetworkGate } from '@engine/platform/network-gate'
import { requireSpace } from './disk-space'
import { downloadFile } from './download-file'
import { bytesThere, completeFolder, completePath, type DownloadState, partPath, saveState } from './download-state'
import type { PartFile } from './part-file'
import { renameDurably } from '@engine/platform/durable-files'

export interface DownloadParts {
  readonly gate: Pick<NetworkGate, 'fetch'>
  readonly freeBytes: (folder: string) => Promise<number | null>
  readonly now: () => number
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly openPart: (path: string) => Promise<PartFile>
  /** Takes the files of the folder away and installs them; aborted, it puts them back and throws. Throws CairnError. */
  readonly add: (folder: string, entry: CatalogueEntry, signal: AbortSignal) => Promise<InstalledModel>
  readonly changed: () => void
}

const tellEveryMs = 250
/** The catalogue's figures are about right: a file of several times its size is another one, or has no end. */
const maxTimes = 4
const smallBytes = 1_000_000
/** The weight of the newest quarter of a second in the speed. */
const newest = 0.3

/** The download of an entry of the catalogue. */
export class EntryDownload {
  private readonly state: DownloadState
  #phase: Download['state'] = 'paused'
  #error: ErrorReport | null = null
  #bytes: number[]
  #run: Promise<void> = Promise.resolve()
  #stop = new AbortController()
  #speed = 0
  #toldAt = 0
  #toldBytes = 0

  private constructor(
    private readonly parts: DownloadParts,
    readonly entry: CatalogueEntry,
    private readonly own: string,
    found: { readonly state: DownloadState; readonly bytes: number[] },
  ) {
    this.state = found.state
    this.#bytes = found.bytes
  }

  /** A paused download with the bytes it has so far. `own` is its folder, which need not exist yet. */
  static async from(
    parts: DownloadParts,
    entry: CatalogueEntry,
    own: string,
    state: DownloadState,
  ): Promise<EntryDownload> {
    return new EntryDownload(parts, entry, own, { state, bytes: await bytesThere(own, state) })
  }

  get id(): string {
    return this.state.id
  }

  get isActive(): boolean {
    return this.#phase === 'running' || this.#phase === 'verifying'
  }

  get isDone(): boolean {
    return this.#phase === 'done'
  }

  view(): Download {
    const isRunning = this.#phase === 'running'
    return {
      id: this.id,
      entry_id: this.entry.id,
      state: this.#phase,
      done: sum(this.#bytes),
      total: sum(this.state.files.map(({ total }, index) => total ?? this.entry.files[index]?.bytes ?? 0)),
      bytes_per_second: isRunning ? Math.round(this.#speed) : 0,
      verified: this.#phase === 'done' && this.state.files.every(({ verified }) => verified),
      error: this.#error,
    }
  }

  /** Bytes that have not come yet, by the catalogue's or the server's figures. */
  get missing(): number {
    return Math.max(0, this.view().total - sum(this.#bytes))
  }

  /** Begins or goes on; how it ends is told by `view`. Throws errors of the operating system where it cannot begin. */
  async start(mirror: string | null, allow: readonly string[]): Promise<void> {
    await mkdir(completeFolder(this.own), { recursive: true, mode: 0o700 })
    await saveState(this.own, this.state)
    this.#stop = new AbortController()
    this.#error = null
    this.#speed = 0
    this.#toldBytes = sum(this.#bytes)
    this.#enter('running')
    this.#run = this.#work(mirror, allow, this.#stop.signal)
  }

  /** Stops a download and keeps its bytes. False where it was not running. */
  async pause(): Promise<boolean> {
    const wasActive = this.isActive
    this.#stop.abort(new CairnError('CANCELLED', 'The download was paused.', ''))
    await this.#run
    return wasActive && !this.isDone
  }

  /** Removes the download with its bytes. False where its model was installed before it could be stopped. */
  async remove(): Promise<boolean> {
    const wasDone = this.isDone
    await this.pause()
    if (this.isDone && !wasDone) return false
    await rm(this.own, { recursive: true, force: true })
    return true
  }

  async #work(mirror: string | null, allow: readonly string[], signal: AbortSignal): Promise<void> {
    try {
      // The small ones first: what is missing or closed is known before the large one has come.
      const order = this.entry.files.map(({ bytes }, index) => ({ bytes, index })).toSorted((a, b) => a.bytes - b.bytes)
      for (const { index } of order) await this.#fetch(index, mirror, allow, signal)
      this.#enter('verifying')
      await this.parts.add(completeFolder(this.own), this.entry, signal)
      await rm(this.own, { recursive: true, force: true })
      this.#enter('done')
    } catch (thrown) {
      const problem = toCairnError(thrown)
      const isPaused = signal.aborted
      this.#error = isPaused ? null : problem.report()
      this.#bytes = await bytesThere(this.own, this.state).catch(() => this.#bytes)
      this.#enter(isPaused || problem.code === 'DISK_FULL' ? 'paused' : 'failed')
    }
  }

  async #fetch(index: number, mirror: string | null, allow: readonly string[], signal: AbortSignal): Promise<void> {
    const { parts, own } = this
    const state = this.state.files[index]
    const file = this.entry.files[index]
    if (!state || !file || state.complete) return
    signal.throwIfAborted()
    const part = partPath(own, index)
    const { verified } = await downloadFile({
      gate: parts.gate,
      url: mirrored(file.url, mirror),
      name: this.entry.files.length > 1 ? `${file.path} of ${this.entry.name}` : this.entry.name,
      allow,
      sha256: file.sha256,
      maxBytes: file.bytes * maxTimes + smallBytes,
      part,
      facts: state,
      openPart: parts.openPart,
      wait: parts.wait,
      signal,
      began: async (facts) => {
        Object.assign(state, { total: facts.total, validator: facts.validator })
        await saveState(own, this.state)
      },
      progress: (bytes) => {
        this.#bytes[index] = bytes
        this.#tell()
      },
      requireSpace: async (bytes) => requireSpace(this.entry.name, bytes, await parts.freeBytes(own)),
    })
    const complete = completePath(own, file.path)
    await mkdir(dirname(complete), { recursive: true, mode: 0o700 })
    await renameDurably(part, complete)
    Object.assign(state, { complete: true, verified })
    await saveState(own, this.state)
  }

  #enter(phase: Download['state']): void {
    this.#phase = phase
    this.#toldAt = this.parts.now()
    this.parts.changed()
  }

  /** At most four times a second. */
  #tell(): void {
    const now = this.parts.now()
    const passed = now - this.#toldAt
    if (passed < tellEveryMs) return
    const bytes = sum(this.#bytes)
    const speed = (Math.max(0, bytes - this.#toldBytes) / passed) * 1000
    this.#speed = this.#speed === 0 ? speed : this.#speed * (1 - newest) + speed * newest
    this.#toldBytes = bytes
    this.#toldAt = now
    this.parts.changed()
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
