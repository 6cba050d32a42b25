import { createHash } from 'node:crypto'
import { addressesOf, type DocumentRecord } from '@shared/documents'
import { CairnError } from '@shared/errors'
import type { Bucket } from '@engine/ports/storage/bucket'
import type { ObjectPlace } from '@engine/ports/storage/document-store'
import type { OpenFile } from '@engine/ports/storage/files/open-file'
import { FileObjectStore } from '../../files/object-store'

export interface BucketObjectsParts {
  readonly bucket: Bucket
  /** On this machine: what was read or put is kept there. */
  readonly folder: string
  readonly temporaryFolder: string
  readonly documents: () => readonly DocumentRecord[]
  readonly isWriting: () => boolean
  /** Whether every document of the list could be understood. */
  readonly isWhole: () => boolean
  readonly log: (line: string) => void
}

const root = 'objects/'
const form = /^objects\/[0-9a-f]{2}\/([0-9a-f]{64})\/\d{10}$/u

/**
 * Stored files of a shared library, of which this machine keeps what it used.
 *
 * A key ends with the term of the writer who put it, and nobody relies on a key of an earlier term unless a document of the list he took over names it:
 * so a writer who was thought dead and deletes late takes nothing that a later one has put, not even the same content.
 */
export class BucketObjects extends FileObjectStore {
  #term = 0
  /** What is surely there: named by the list when this process became the writer, or put since. */
  #there = new Set<string>()
  /** What was asked for there and found in no whole copy: it is put again, whatever the list says. */
  readonly #notWhole = new Set<string>()

  constructor(private readonly parts: BucketObjectsParts) {
    super(parts.folder, parts.temporaryFolder, { log: parts.log })
  }

  /** To be called when this process has become the writer, and the list is the newest. */
  begin(term: number): void {
    this.#term = term
    this.#there = new Set(this.parts.documents().flatMap(addressesOf))
  }

  override async put(bytes: Uint8Array, readFrom?: string): Promise<string> {
    const address = await super.put(bytes, readFrom)
    await this.#send(address, () => Promise.resolve(bytes))
    return address
  }

  override async putFile(path: string | Buffer, signal?: AbortSignal): Promise<{ address: string; size: number }> {
    const put = await super.putFile(path, signal)
    await this.#send(put.address, () => super.read(put.address), signal)
    return put
  }

  override async read(address: string): Promise<Uint8Array> {
    try {
      return await super.read(address)
    } catch (thrown) {
      if (!(thrown instanceof CairnError) || thrown.code !== 'STORE_DAMAGED') throw thrown
      const bytes = await this.#fetch(address)
      if (!bytes) throw thrown
      await super.put(bytes)
      return bytes
    }
  }

  override async locate(address: string): Promise<ObjectPlace> {
    await this.#fetchMissing(address)
    return super.locate(address)
  }

  override async open(address: string): Promise<OpenFile> {
    await this.#fetchMissing(address)
    return super.open(address)
  }

  override async has(address: string): Promise<boolean> {
    return (await super.has(address)) || (await this.#keysOf(address)).length > 0
  }

  override async sweep(isUsed: (address: string) => boolean): Promise<number> {
    const here = await super.sweep(isUsed)
    // A newer Cairn may have written what this one does not understand: nobody here can say what that needs.
    if (!this.parts.isWriting() || !this.parts.isWhole()) return here
    const term = this.#term
    let swept = 0
    for (const [key, address] of await this.#all()) {
      if (isUsed(address)) continue
      // From here on it counts as gone, so that the same content is put anew.
      this.#there.delete(address)
      if (!this.parts.isWriting() || this.#term !== term) break
      await this.parts.bucket.delete(key)
      swept += 1
    }
    return swept
  }

  override async count(): Promise<number> {
    return new Set((await this.#all()).values()).size
  }

  async #send(address: string, bytes: () => Promise<Uint8Array>, signal?: AbortSignal): Promise<void> {
    if (this.#there.has(address) && !this.#notWhole.has(address)) return
    if (!this.parts.isWriting()) {
      throw new CairnError('STORE_LOCKED', 'This Cairn only reads the shared library now.', 'Try again.')
    }
    const term = this.#term
    await this.parts.bucket.put(`${folderOf(address)}${String(term).padStart(10, '0')}`, await bytes(), signal)
    this.#notWhole.delete(address)
    if (this.#term === term) this.#there.add(address)
  }

  async #fetchMissing(address: string): Promise<void> {
    if (!(await super.has(address))) await this.read(address)
  }

  /** Undefined where it is not there, or only damaged. */
  async #fetch(address: string): Promise<Uint8Array | undefined> {
    for (const key of (await this.#keysOf(address)).toReversed()) {
      const bytes = await this.parts.bucket.get(key).catch(unlessMissing)
      if (bytes && createHash('sha256').update(bytes).digest('hex') === address) return bytes
    }
    this.#notWhole.add(address)
    return undefined
  }

  async #keysOf(address: string): Promise<string[]> {
    // Throws for what is no address.
    await super.has(address)
    const { entries } = await this.parts.bucket.list(folderOf(address))
    return entries.map(({ key }) => key)
  }

  /** Addresses by key. */
  async #all(): Promise<Map<string, string>> {
    const { entries } = await this.parts.bucket.list(root)
    return new Map(
      entries.flatMap(({ key }) => {
        const address = form.exec(key)?.[1]
        return address === undefined ? [] : [[key, address] as const]
      }),
    )
  }
}

function folderOf(address: string): string {
  return `${root}${address.slice(0, 2)}/${address}/`
}

function unlessMissing(thrown: unknown): undefined {
  if (thrown instanceof CairnError && thrown.code === 'NOT_FOUND') return undefined
  throw thrown
}
