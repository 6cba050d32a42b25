import { z } from 'zod'
import { CairnError } from '@shared/errors'
import type { CatalogueJournal } from '../../catalogue/document-catalogue'
import type { LibraryState } from '../version-reader'
import type { SharedLibrary } from './shared-library'

const folder = 'document/'
const Identified = z.looseObject({ id: z.string() })
/** Changes that need not be durable wait so long for others to go along with, in milliseconds. */
const waitMs = 1000

/** The documents among the records of a library, by id. */
export function documentsOf({ records }: LibraryState): Map<string, unknown> {
  const documents = [...records].filter(([key]) => key.startsWith(folder))
  return new Map(documents.map(([key, record]) => [key.slice(folder.length), record]))
}

/** The list of documents as versions of a shared library. */
export class SharedJournal implements CatalogueJournal {
  /** What is written with the next version, by key. */
  readonly #waiting = new Map<string, unknown>()
  #timer: NodeJS.Timeout | undefined
  /** The version that is being written, and the next one, which takes what comes meanwhile. */
  #writing: Promise<void> | undefined
  #next: Promise<void> | undefined
  #drops = 0

  /** `stored` makes of a record what is kept of it for others. */
  constructor(
    private readonly library: SharedLibrary,
    private readonly stored: (record: { readonly id: string }) => unknown,
    private readonly log: (line: string) => void,
  ) {}

  /** Becomes the writer, where nobody else is. */
  async begin(): Promise<void> {
    if (!this.library.isWriting) (await this.library.hold())()
  }

  async append(lines: readonly string[], isDurable: boolean): Promise<void> {
    for (const line of lines) {
      const record = Identified.parse(JSON.parse(line))
      this.#waiting.set(`${folder}${record.id}`, this.stored(record))
    }
    if (isDurable || !this.library.isWriting) return this.flush()
    this.#timer ??= setTimeout(() => {
      this.flush().catch((thrown: unknown) => this.log(`shared library: ${String(thrown)}`))
    }, waitMs)
  }

  async replace(_bytes: Buffer, removed: readonly string[]): Promise<void> {
    // Versions are compacted by their writer.
    if (removed.length > 0) await this.#publish(removed.map((id) => `${folder}${id}`))
  }

  /** What comes while a version is being written goes along with the next one: each costs three requests. */
  flush(): Promise<void> {
    if (this.#waiting.size === 0) return this.#writing ?? Promise.resolve()
    if (!this.#next) {
      const drops = this.#drops
      const write = () => this.#writeWaiting(drops)
      this.#next = (this.#writing ?? Promise.resolve()).then(write, write)
    }
    return this.#next
  }

  async #writeWaiting(drops: number): Promise<void> {
    this.#next = undefined
    if (drops !== this.#drops) throw dropped()
    // Something else may have taken it along: then that must have arrived.
    await (this.#waiting.size > 0 ? this.#publish([]) : this.#writing)
  }

  /** What waits is of no use any more: others have written. */
  drop(): void {
    this.#drops += 1
    this.#forget()
  }

  #forget(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#waiting.clear()
  }

  async acceptDamage(): Promise<void> {
    // What cannot be read of a version is not there for anybody; the next whole version leaves it out.
  }

  close(): Promise<void> {
    clearTimeout(this.#timer)
    return Promise.resolve()
  }

  async #publish(removed: readonly string[]): Promise<void> {
    const put = Object.fromEntries([...this.#waiting].filter(([key]) => !removed.includes(key)))
    this.#forget()
    const writing = this.library.publish({ put, removed }).finally(() => {
      if (this.#writing === writing) this.#writing = undefined
    })
    this.#writing = writing
    await writing
  }
}

function dropped(): CairnError {
  return new CairnError(
    'STORE_LOCKED',
    'Somebody else has written to the shared library meanwhile, so this change was not made.',
    'Try again.',
  )
}
