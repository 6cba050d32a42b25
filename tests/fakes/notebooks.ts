import type { Change } from '@shared/changes'
import { exportNotebook } from '@engine/research/export/export-report'
import { Notebooks, type NotebooksParts } from '@engine/research/notes/notebooks'
import type { NotebookStore, StoredNotebook } from '@engine/ports/storage/notebook-store'

/** Notebooks in memory. Answers are copies, as a store's are. */
export class MemoryNotebookStore implements NotebookStore {
  readonly kept = new Map<string, string>()
  /** Thrown by the next save. */
  failure: Error | undefined

  all(): Promise<StoredNotebook[]> {
    return Promise.resolve([...this.kept.values()].map((text) => JSON.parse(text) as StoredNotebook))
  }

  save(notebook: StoredNotebook): Promise<void> {
    const { failure } = this
    this.failure = undefined
    if (failure) return Promise.reject(failure)
    this.kept.set(notebook.id, JSON.stringify(notebook))
    return Promise.resolve()
  }

  remove(id: string): Promise<void> {
    this.kept.delete(id)
    return Promise.resolve()
  }
}

/** Notebooks over a store in memory, with ids `1`, `2`, … and a clock that stands still. */
export function fakeNotebooks(parts: Partial<NotebooksParts> = {}): Notebooks {
  let made = 0
  return new Notebooks({
    store: new MemoryNotebookStore(),
    isInLibrary: () => false,
    publish: (_change: Change) => undefined,
    async *write(notebook, { format }) {
      const { name, mediaType, bytes } = await exportNotebook(notebook, format)
      yield { type: 'start', name, media_type: mediaType, sessions: 1 }
      yield { type: 'data', base64: Buffer.from(bytes).toString('base64'), done: 1, total: 1 }
      yield { type: 'end', bytes: bytes.length, redaction: { passages: 0, sentences: 0, paths: 0 } }
    },
    now: () => Date.parse('2026-03-01T09:00:00Z'),
    newId: () => String((made += 1)),
    closing: new AbortController().signal,
    log: () => undefined,
    ...parts,
  })
}
