import { setImmediate } from 'node:timers/promises'
import type { DocumentRecord } from '@shared/documents'
import { keptDocuments } from '@shared/sensitivity/sensitive-documents'
import type { KeptText } from '@engine/ports/models/kept-text'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import { sensitiveNames } from '../../context/current-sensitivity'
import { SensitiveWords } from './sensitive-words'
import { applyEdits, mergeEdits } from './text-edits'

export interface KeptWordsParts {
  readonly catalogue: Pick<DocumentCatalogue, 'list' | 'onChange'>
  /** The text that a document has now; empty where it has none. Throws where it cannot be read. */
  readonly textOf: (record: DocumentRecord) => Promise<string>
  readonly log: (line: string) => void
}

const mark = '[kept back]'

/** What confidential documents say and are called, as it is now. Their texts are read when first a text is to be held against them. */
export class KeptWords implements KeptText {
  #kept: readonly DocumentRecord[] | undefined
  #words: Promise<SensitiveWords> | undefined

  constructor(private readonly parts: KeptWordsParts) {
    parts.catalogue.onChange(() => {
      const before = this.#kept
      this.#kept = undefined
      if (before && identityOf(before) !== identityOf(this.#documents())) this.#words = undefined
    })
  }

  keepsAny(): boolean {
    return this.#documents().length > 0
  }

  /** A text that cannot be read is not looked for, and the log says so; its passages are kept back by their document before this. */
  async without(texts: readonly string[]): Promise<string[]> {
    if (!this.keepsAny()) return [...texts]
    this.#words ??= this.#read(this.#documents())
    const words = await this.#words
    return texts.map((text) => applyEdits(text, mergeEdits(words.copies(text))))
  }

  /** Gives the memory back; the next request reads the documents again. */
  forget(): void {
    this.#words = undefined
  }

  #documents(): readonly DocumentRecord[] {
    if (this.#kept) return this.#kept
    const all = this.parts.catalogue.list()
    const ids = keptDocuments(all)
    return (this.#kept = ids.size === 0 ? [] : all.filter(({ id }) => ids.has(id)))
  }

  async #read(documents: readonly DocumentRecord[]): Promise<SensitiveWords> {
    const { catalogue, textOf, log } = this.parts
    const words = new SensitiveWords(mark)
    const ids = new Set(documents.map(({ id }) => id))
    // What came in a confidential file has no tag of its own.
    const marked = catalogue.list().map((one) => (ids.has(one.id) ? { ...one, tags: ['secret'] } : one))
    for (const name of sensitiveNames(marked)) words.addName(name)
    for (const document of documents) {
      try {
        words.addText(await textOf(document))
      } catch (thrown) {
        log(`What "${document.name}" says could not be read, to be kept back: ${String(thrown)}`)
      }
      await setImmediate()
    }
    return words
  }
}

function identityOf(documents: readonly DocumentRecord[]): string {
  return JSON.stringify(documents.map(({ id, name, title, live }) => [id, name, title, live?.text_object]))
}
