import { addressesOf } from '@shared/documents'
import type { DocumentCatalogue, ObjectStore } from '@engine/ports/storage/document-store'

export interface KeptObjectsParts {
  readonly catalogue: DocumentCatalogue
  readonly objects: ObjectStore
  /** False while the list of documents is known to be damaged: then nobody can say which stored files are still needed. */
  readonly maySweep: boolean
  /** Whether a document may be between storing a file and recording it: then nothing is deleted. */
  readonly isBusy: () => boolean
}

/** Which stored files the documents need, and the removal of the others. */
export class KeptObjects {
  #sweeping: Promise<unknown> = Promise.resolve()
  /** What deleted documents referred to, as far as it has not been swept since. */
  readonly #forgotten = new Set<string>()
  #holds = 0

  constructor(private readonly parts: KeptObjectsParts) {}

  /** Settles with the sweep in progress; documents wait for it before they store anything. Never rejects. */
  get swept(): Promise<unknown> {
    return this.#sweeping
  }

  /** Until what this returns is called, nothing is deleted: somebody reads files of documents that may go meanwhile. */
  hold(): () => void {
    let isHeld = true
    this.#holds += 1
    return () => {
      if (isHeld) this.#holds -= 1
      isHeld = false
      // Without success a later sweep takes them.
      void this.sweepForgotten().catch(() => undefined)
    }
  }

  #isBusy(): boolean {
    return this.#holds > 0 || this.parts.isBusy()
  }

  /** Deletes every stored file that no document refers to; nothing while documents are worked on. */
  async sweep(): Promise<void> {
    if (this.#isBusy() || !this.parts.maySweep) return
    this.#forgotten.clear()
    await this.#sweepWhere(() => true)
  }

  /** Of these addresses, those go that no document refers to: now, or once no document is worked on. */
  async forget(addresses: readonly string[]): Promise<void> {
    for (const address of addresses) this.#forgotten.add(address)
    await this.sweepForgotten()
  }

  /** Makes up for what `forget` had to leave. */
  async sweepForgotten(): Promise<void> {
    if (this.#isBusy() || this.#forgotten.size === 0) return
    const gone = new Set(this.#forgotten)
    this.#forgotten.clear()
    await this.#sweepWhere((address) => gone.has(address))
  }

  async #sweepWhere(mayGo: (address: string) => boolean): Promise<void> {
    const { catalogue, objects } = this.parts
    // Read anew after every change: a sweep takes a while, and what is recorded meanwhile counts.
    let used: ReadonlySet<string> | undefined
    const unsubscribe = catalogue.onChange(() => (used = undefined))
    const isUsed = (address: string) => (used ??= new Set(catalogue.list().flatMap(addressesOf))).has(address)
    const sweep = objects.sweep((address) => !mayGo(address) || isUsed(address)).finally(unsubscribe)
    this.#sweeping = Promise.all([this.#sweeping, sweep.catch(() => undefined)])
    await sweep
  }
}
