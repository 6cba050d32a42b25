import { createHash } from 'node:crypto'
import { basename, dirname, join, sep } from 'node:path'
import type { Change } from '@shared/changes'
import type { DocumentRecord } from '@shared/documents'
import type { Notebook, NoteItem } from '@shared/research/notebook-shapes'
import { exportWords } from '@engine/session/export/pages/readable-session'
import { detectLanguage } from '@engine/text/language'

/** What of the library notebooks need. */
export interface NotesLibrary {
  /** The document of a file, also one in the trash. */
  find(path: string): DocumentRecord | undefined
  list(): readonly DocumentRecord[]
  /** Reads a file in the background, again where it has changed; a new one goes into the collection and gets the tags. */
  add(path: string, collection: string, tags: readonly string[]): void
  /** Adds tags to a document. */
  tag(id: string, tags: readonly string[]): Promise<unknown>
  /** The tags that say how carefully documents are to be handled, of the one that needs most care; none where none does. */
  careOf(documentIds: readonly string[]): readonly string[]
  delete(ids: readonly string[]): Promise<unknown>
}

export interface NotesInLibraryParts {
  /** Where notebooks are written as files, absolute; a folder a notebook in it. */
  readonly folder: string
  readonly write: (path: string, text: string) => Promise<void>
  readonly remove: (path: string) => Promise<void>
  /** The paths of those that are there. */
  readonly written: () => Promise<readonly string[]>
  /** The name of a file, in letters that every file system takes. */
  readonly fileName: (title: string) => string
  readonly library: NotesLibrary
  readonly notebooks: {
    usedAsEvidence(): Promise<Notebook[]>
    known(): Promise<ReadonlySet<string>>
    useAsEvidence(id: string, on: boolean): Promise<unknown>
  }
  readonly log: (line: string) => void
}

/**
 * Keeps a document of the library for each notebook that is used as evidence. A document that the user deletes there switches its
 * notebook off; restoring it switches it on again. It is as confidential as the documents its notes were saved from: what is
 * quoted of it must not get past an export that leaves those out.
 */
export class NotesInLibrary {
  /** Notebooks by the ids of their documents. */
  readonly #documents = new Map<string, string>()
  /** Documents that go because their notebook is not to be searched any more. */
  readonly #leaving = new Set<string>()
  readonly #switchedOff = new Set<string>()
  #last: Promise<void> = Promise.resolve()

  constructor(private readonly parts: NotesInLibraryParts) {
    for (const record of parts.library.list()) this.#know(record)
  }

  /** Makes the documents what the notebooks are now. Failures are logged, and tried again with the next change. Never rejects. */
  keepUp(): Promise<void> {
    this.#last = this.#last
      .then(() => this.#keepUp())
      .catch((thrown: unknown) => this.parts.log(`notes: keeping the library in step failed: ${String(thrown)}`))
    return this.#last
  }

  /** Resolves when nothing is being brought into step. */
  idle(): Promise<void> {
    return this.#last
  }

  /** Follows what the user does with the documents of notebooks. Never rejects. */
  async follow(change: Change): Promise<void> {
    if (change.type !== 'documents') return
    for (const record of change.changed) {
      this.#know(record)
      if (this.#switchedOff.delete(record.id)) await this.#switch(record.id, true)
    }
    for (const id of change.removed) {
      if (!this.#documents.has(id) || this.#leaving.has(id) || this.#switchedOff.has(id)) continue
      if (this.#hasOther(id)) continue
      this.#switchedOff.add(id)
      await this.#switch(id, false)
    }
  }

  /** Whether another document stands for the same notebook: in a store that was copied by hand, that of before takes the place of the one just made. */
  #hasOther(id: string): boolean {
    const notebook = this.#documents.get(id)
    const isOther = (record: DocumentRecord) => record.id !== id && this.#documents.get(record.id) === notebook
    return this.parts.library.list().some((record) => isOther(record) && record.trashed_at === null)
  }

  #know({ id, source }: DocumentRecord): void {
    const { folder } = this.parts
    if (source.startsWith(`${folder}${sep}`)) this.#documents.set(id, basename(dirname(source)))
  }

  async #switch(documentId: string, on: boolean): Promise<void> {
    const notebook = this.#documents.get(documentId)
    if (notebook === undefined) return
    // A notebook that is gone needs no switching.
    await this.parts.notebooks.useAsEvidence(notebook, on).catch(() => undefined)
  }

  async #keepUp(): Promise<void> {
    const { folder, fileName, library, notebooks } = this.parts
    const wanted = new Map(
      (await notebooks.usedAsEvidence()).map((notebook) => {
        return [join(folder, notebook.id, fileName(`${notebook.title}.cairn-notes`)), notebook] as const
      }),
    )
    const documents = library
      .list()
      .filter((one) => one.trashed_at === null && one.source.startsWith(`${folder}${sep}`))
    // Also one whose file was lost.
    const found = new Set([...(await this.parts.written()), ...documents.map(({ source }) => source)])
    const others = [...found].filter((path) => !wanted.has(path))
    const known = others.length === 0 ? new Set<string>() : await notebooks.known()
    // Of a notebook that is damaged, or was lost, its document is what is left.
    for (const path of others) if (known.has(basename(dirname(path)))) await this.#leave(path)
    for (const [path, notebook] of wanted) await this.#enter(path, notebook)
  }

  async #enter(path: string, notebook: Notebook): Promise<void> {
    const { library, write } = this.parts
    const text = notebookText(notebook)
    const record = library.find(path)
    const tags = library.careOf(notebook.items.flatMap(({ sources }) => sources.map((one) => one.document_id)))
    const lacks = record?.trashed_at === null && tags.some((tag) => !record.tags.includes(tag))
    if (record && lacks) await library.tag(record.id, tags)
    const hash = createHash('sha256').update(text).digest('hex')
    if (record && record.content_hash === hash && record.trashed_at === null) return
    await write(path, text)
    library.add(path, exportWords[detectLanguage(text)].notes.collection, tags)
  }

  async #leave(path: string): Promise<void> {
    const { library } = this.parts
    const record = library.find(path)
    // In the trash it can still be restored.
    if (record && record.trashed_at !== null) return
    if (record) {
      this.#leaving.add(record.id)
      await library.delete([record.id])
    }
    await this.parts.remove(path)
  }
}

/**
 * A notebook as the Markdown that the library reads. Citation marks are left out, because they would pass for marks of the answer that
 * quotes them. Sources are not repeated: the library has them already, and a line that names them would be quoted as if it said something.
 */
export function notebookText({ title, items }: Notebook): string {
  return `${[`# ${title}`, ...items.map(noteText)].join('\n\n')}\n`
}

function noteText({ text, comment, sources }: NoteItem): string {
  const own = new Set(sources.map(({ number }) => number))
  const unmarked = text.replace(/[^\S\n]?\[(\d{1,6})\]/gu, (mark, number) => (own.has(Number(number)) ? '' : mark))
  return [unmarked.trim(), comment?.trim()].filter(Boolean).join('\n\n')
}
