import { CairnError } from '@shared/errors'
import type { Bucket } from '@engine/ports/storage/bucket'
import type { TablePlace } from '../../chunks/table-place'
import { noFileSeal } from '@engine/platform/sealing/sealed-files'
import type { Publication } from '../../tables/publication'
import type { SharedLibrary } from './shared-library'

/** How LanceDB gets to the tables of a library. */
export interface TableAccess {
  /** Of a folder of tables, as LanceDB opens it. */
  uriOf(folder: string): string
  readonly storageOptions: Readonly<Record<string, string>>
  /** Drops what this machine keeps of what it has read. */
  forget(): Promise<void>
}

export interface BucketTablePlaceParts {
  readonly folder: string
  readonly library: SharedLibrary
  readonly bucket: Bucket
  readonly access: TableAccess
  readonly statisticsPath: string
}

/** A reader finds files of earlier versions for so long, in milliseconds. */
export const keepsVersionsMs = 10 * 60_000

/** Tables in the bucket of a shared library. Which version of them counts stands in the library's own versions. */
export class BucketTablePlace implements TablePlace {
  readonly uri: string
  readonly keepsVersionsMs = keepsVersionsMs

  /** Each would send all of the tables through the network. */
  readonly rewritesEveryMs = null

  constructor(private readonly parts: BucketTablePlaceParts) {
    this.uri = parts.access.uriOf(parts.folder)
  }

  get folder(): string {
    return this.parts.folder
  }

  get storageOptions(): Readonly<Record<string, string>> {
    return this.parts.access.storageOptions
  }

  readonly seal = noFileSeal

  get statisticsPath(): string {
    return this.parts.statisticsPath
  }

  async beforeReading(): Promise<void> {
    await this.parts.library.lookInTime()
  }

  async exists(): Promise<boolean> {
    return (await this.#keys()).length > 0
  }

  async prepare(): Promise<void> {
    // A bucket has no folders.
  }

  async sync(): Promise<void> {
    // What was answered is durable there.
  }

  hasRoomToRewrite(): Promise<boolean> {
    return Promise.resolve(false)
  }

  publication(): Promise<Publication | undefined> {
    const { tables } = this.parts.library
    if (tables?.folder !== this.parts.folder || tables.version === 0) return Promise.resolve(undefined)
    const { version, vector_rows, text_whole } = tables
    return Promise.resolve({ version, vector_rows, text_whole, owes_rewriting: false })
  }

  note({ version, vector_rows, text_whole }: Publication): Promise<void> {
    this.parts.library.noteTables({ folder: this.parts.folder, version, vector_rows, text_whole })
    return Promise.resolve()
  }

  linkInto(): Promise<never> {
    throw new CairnError('STORE_UNUSABLE', 'Tables in a bucket have no files on this machine.')
  }

  /** Others may read them, and keep what they have read under its name: what is made anew lies in another folder. */
  setAside(): Promise<never> {
    return Promise.reject(damagedTables())
  }

  async #keys(): Promise<string[]> {
    const { entries } = await this.parts.bucket.list(`${this.parts.folder}/`)
    return entries.map(({ key }) => key)
  }
}

/** For whoever searches in tables that a writer has to mend. */
export function damagedTables(cause?: unknown): CairnError {
  return new CairnError(
    'STORE_DAMAGED',
    'The search tables of the shared library are damaged: its documents can be read, but not searched.',
    'Run “cairn store repair”, here or where somebody may write to it: it makes them anew from the stored texts.',
    { cause },
  )
}
