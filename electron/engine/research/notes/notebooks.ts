import type { ReportExport } from '@shared/api/research-api'
import type { NewNote } from '@shared/api/notes-api'
import type { Change, Trashed } from '@shared/changes'
import { CairnError } from '@shared/errors'
import { Notebook, type NotebookHeader, type NoteHit, type NoteItem } from '@shared/research/notebook-shapes'
import type { ExportChunk, ImportedPart } from '@shared/session/turn-context'
import type { NotesDesk } from '@engine/ports/notes-desk'
import type { NotebookStore, StoredNotebook } from '@engine/ports/storage/notebook-store'
import { checkSize, holds, moved, noteIn, placeInText, withComment, withText } from './note-list'
import { UndoTimes } from '@engine/session/undo-times'

export interface NotebooksParts {
  readonly store: NotebookStore
  /** Whether the library still has a document for it: a notebook that is gone could not be told from one that was lost, whose document stays. */
  readonly isInLibrary: (id: string) => boolean
  readonly publish: (change: Change) => void
  /** Writes a notebook as a file, as it is asked for. */
  readonly write: (notebook: Notebook, request: ReportExport, signal?: AbortSignal) => AsyncGenerator<ExportChunk>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly newId: () => string
  /** Aborted when the engine closes. */
  readonly closing: AbortSignal
  readonly log: (line: string) => void
  /** Milliseconds a notebook stays in the trash; 20,000 by default. */
  readonly trashMs?: number
}

const defaultTrashMs = 20_000
/** UTF-16 units of all notes of a notebook together: it is written whole with every change. */
const longestNotebook = 4_000_000
const mostHits = 50

/** The notebooks: kept whole in memory from the first time they are asked for, changed one after another, durable before anybody is told. */
export class Notebooks implements NotesDesk {
  #loaded: Promise<Map<string, StoredNotebook>> | undefined
  #last: Promise<unknown> = Promise.resolve()
  readonly #undo: UndoTimes

  constructor(private readonly parts: NotebooksParts) {
    const { now, log, trashMs = defaultTrashMs } = parts
    this.#undo = new UndoTimes({ ms: trashMs, now, due: (id) => this.#deleteTrashed(id), log })
  }

  async list(): Promise<NotebookHeader[]> {
    return (await this.#visible()).map(headerOf)
  }

  async get(id: string): Promise<Notebook> {
    return Notebook.parse(await this.#require(id))
  }

  create(title: string): Promise<NotebookHeader> {
    return this.#inTurn(async () => headerOf(await this.#save(this.#made(title))))
  }

  async ofDocument(documentId: string): Promise<Notebook | null> {
    const found = (await this.#visible()).find((notebook) => notebook.document_id === documentId)
    return found ? Notebook.parse(found) : null
  }

  highlight(documentId: string, title: string, note: NewNote): Promise<NoteItem> {
    return this.#inTurn(async () => {
      if (note.sources[0]?.document_id !== documentId) throw notOfDocument()
      const known = (await this.#visible()).find((notebook) => notebook.document_id === documentId)
      const before = known ?? { ...this.#made(title), document_id: documentId }
      const item: NoteItem = { ...note, id: this.parts.newId(), at: this.#time(), edited: false }
      const items = before.items.toSpliced(placeInText(before.items, item), 0, item)
      checkSize(items, longestNotebook)
      await this.#save({ ...before, items, updated_at: this.#time() })
      return item
    })
  }

  async comment(id: string, itemId: string, comment: string): Promise<NoteItem> {
    const { items } = await this.#changeNotes(id, (before) => withComment(before, itemId, comment.trim()))
    return noteIn(items, itemId)
  }

  async search(text: string): Promise<NoteHit[]> {
    const words = text.toLowerCase().split(/\s+/u)
    const hits = (await this.#visible()).flatMap((notebook) => {
      const found = notebook.items.filter((item) => holds(item, words))
      return found.map((item) => ({ notebook: headerOf(notebook), item }))
    })
    return hits.slice(0, mostHits)
  }

  rename(id: string, title: string): Promise<NotebookHeader> {
    return this.#change(id, (notebook) => ({ ...notebook, title }))
  }

  useAsEvidence(id: string, on: boolean): Promise<NotebookHeader> {
    return this.#change(id, (notebook) => (notebook.as_evidence === on ? notebook : { ...notebook, as_evidence: on }))
  }

  async add(id: string, note: NewNote, atIndex?: number): Promise<NoteItem> {
    const item: NoteItem = { ...note, id: this.parts.newId(), at: this.#time(), edited: false }
    await this.#changeNotes(id, (items) => items.toSpliced(atIndex ?? items.length, 0, item))
    return item
  }

  async edit(id: string, itemId: string, text: string): Promise<NoteItem> {
    const { items } = await this.#changeNotes(id, (before) => withText(before, itemId, text))
    return noteIn(items, itemId)
  }

  move(id: string, itemId: string, toIndex: number): Promise<Notebook> {
    return this.#changeNotes(id, (items) => moved(items, itemId, toIndex))
  }

  remove(id: string, itemId: string): Promise<Notebook> {
    return this.#changeNotes(id, (items) => {
      const item = noteIn(items, itemId)
      return items.filter((one) => one !== item)
    })
  }

  /** A note that is there already stays as it is. */
  putBack(id: string, item: NoteItem, atIndex: number): Promise<Notebook> {
    return this.#changeNotes(id, (items) =>
      items.some((one) => one.id === item.id) ? items : items.toSpliced(atIndex, 0, item),
    )
  }

  trash(id: string): Promise<Trashed> {
    return this.#inTurn(async () => {
      const notebook = (await this.#notebooks()).get(id)
      if (!notebook) throw unknownNotebook(id)
      if (notebook.trashed_at === null) {
        await this.#save({ ...notebook, trashed_at: this.#time() })
        this.#undo.start(id)
      }
      return { trashed: [id], until: this.#undo.untilOf(id) ?? this.parts.now() }
    })
  }

  restore(id: string): Promise<NotebookHeader> {
    return this.#inTurn(async () => {
      const notebook = (await this.#notebooks()).get(id)
      if (!notebook) throw unknownNotebook(id)
      this.#undo.stop(id)
      return headerOf(notebook.trashed_at === null ? notebook : await this.#save({ ...notebook, trashed_at: null }))
    })
  }

  /** Takes a notebook over from a bundle; one that is here already stays as it is, and comes out of the trash. */
  import(given: Notebook): Promise<ImportedPart> {
    return this.#inTurn(async () => {
      const { id, title } = given
      const known = (await this.#notebooks()).get(id)
      this.#undo.stop(id)
      if (known && known.trashed_at !== null) await this.#save({ ...known, trashed_at: null })
      if (known) return { kind: 'notebook', id, title: known.title, outcome: 'unchanged' }
      checkSize(given.items, longestNotebook)
      await this.#save({ ...given, trashed_at: null })
      return { kind: 'notebook', id, title, outcome: 'added' }
    })
  }

  async *export(id: string, request: ReportExport, signal?: AbortSignal): AsyncGenerator<ExportChunk> {
    yield* this.parts.write(await this.get(id), request, signal)
  }

  /** Those that are to be searched, whole. */
  async usedAsEvidence(): Promise<Notebook[]> {
    const all = [...(await this.#notebooks()).values()]
    return all.filter(({ as_evidence: used, trashed_at: at }) => used && at === null)
  }

  /** The ids of all that can be read, those in the trash included. */
  async known(): Promise<ReadonlySet<string>> {
    return new Set((await this.#notebooks()).keys())
  }

  /** Waits for what runs and empties the trash, for quitting ends the undo; to be called after `closing` was aborted. */
  async close(): Promise<void> {
    this.#undo.stopAll()
    await this.#last
    for (const { id, trashed_at: at } of (await this.#loaded)?.values() ?? []) {
      if (at !== null && !this.parts.isInLibrary(id)) await this.parts.store.remove(id)
    }
  }

  #notebooks(): Promise<Map<string, StoredNotebook>> {
    this.#loaded ??= this.#load().catch((thrown: unknown) => {
      this.#loaded = undefined
      throw thrown
    })
    return this.#loaded
  }

  /** Those outside the trash, newest change first. */
  async #visible(): Promise<StoredNotebook[]> {
    const visible = [...(await this.#notebooks()).values()].filter(({ trashed_at: at }) => at === null)
    return visible.toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1))
  }

  #made(title: string): StoredNotebook {
    const at = this.#time()
    const id = `n_${this.parts.newId()}`
    return { id, title, items: [], as_evidence: false, created_at: at, updated_at: at, trashed_at: null }
  }

  async #load(): Promise<Map<string, StoredNotebook>> {
    const all = await this.parts.store.all()
    for (const { id, trashed_at: at } of all) if (at !== null) this.#undo.start(id, Date.parse(at))
    return new Map(all.map((notebook) => [notebook.id, notebook]))
  }

  async #require(id: string): Promise<StoredNotebook> {
    const notebook = (await this.#notebooks()).get(id)
    if (notebook?.trashed_at !== null) throw unknownNotebook(id)
    return notebook
  }

  #change(id: string, change: (notebook: StoredNotebook) => StoredNotebook): Promise<NotebookHeader> {
    return this.#inTurn(async () => {
      const before = await this.#require(id)
      const after = change(before)
      return headerOf(after === before ? before : await this.#save({ ...after, updated_at: this.#time() }))
    })
  }

  #changeNotes(id: string, change: (items: readonly NoteItem[]) => readonly NoteItem[]): Promise<Notebook> {
    return this.#inTurn(async () => {
      const before = await this.#require(id)
      const items = change(before.items)
      if (items === before.items) return Notebook.parse(before)
      checkSize(items, longestNotebook)
      return Notebook.parse(await this.#save({ ...before, items: [...items], updated_at: this.#time() }))
    })
  }

  /** Durable before it is in memory, and in memory before anybody is told. */
  async #save(notebook: StoredNotebook): Promise<StoredNotebook> {
    const notebooks = await this.#notebooks()
    await this.parts.store.save(notebook)
    notebooks.set(notebook.id, notebook)
    const shown = notebook.trashed_at === null
    const changed = shown ? [headerOf(notebook)] : []
    this.parts.publish({ type: 'notes', changed, removed: shown ? [] : [notebook.id] })
    return notebook
  }

  #deleteTrashed(id: string): Promise<void> {
    return this.#inTurn(async () => {
      const notebooks = await this.#notebooks()
      // Restored while this waited.
      if (notebooks.get(id)?.trashed_at === null || this.parts.isInLibrary(id)) return
      await this.parts.store.remove(id)
      notebooks.delete(id)
    })
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.parts.closing.aborted) throw new CairnError('CANCELLED', 'Cairn is closing.', 'Start it again.')
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  #time(): string {
    return new Date(this.parts.now()).toISOString()
  }
}

function headerOf({ id, title, items, as_evidence, document_id, created_at, updated_at }: Notebook): NotebookHeader {
  const header = { id, title, as_evidence, created_at, updated_at, count: items.length }
  return document_id === undefined ? header : { ...header, document_id }
}

function notOfDocument(): CairnError {
  return new CairnError(
    'INVALID_INPUT',
    'A highlight needs a passage of its document.',
    'Give the passage as the note’s first source.',
  )
}

function unknownNotebook(id: string): CairnError {
  return new CairnError('NOT_FOUND', `There is no notebook "${id}".`, 'List the notebooks to see which exist.')
}
