import type { DocumentRecord } from '@shared/documents'
import type { DocumentCatalogue, ObjectStore } from '../ports/document-store'

/** Which stored files the documents need, and the removal of the others. */
export class KeptObjects {
  constructor(
    private readonly catalogue: DocumentCatalogue,
    private readonly objects: ObjectStore,
  ) {}

  /** Deletes every stored file that no document refers to. */
  async sweep(): Promise<void> {
    const used = this.#used()
    await this.objects.sweep((address) => used.has(address))
  }

  /** Of these addresses, those go that no document refers to; whatever else is being worked on. */
  async sweepOnly(gone: ReadonlySet<string>): Promise<void> {
    const used = this.#used()
    await this.objects.sweep((address) => !gone.has(address) || used.has(address))
  }

  #used(): Set<string> {
    return new Set(this.catalogue.list().flatMap(addressesOf))
  }
}

/** Every stored file a document refers to. */
export function addressesOf({ live, pending, content_hash }: DocumentRecord): string[] {
  const contents = [live, pending].filter((content) => content !== null)
  return [
    content_hash,
    ...contents.flatMap((content) => [content.content_hash, content.text_object, content.structure_object]),
  ]
}
