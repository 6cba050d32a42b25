import { create } from 'zustand'
import { type ErrorReport, toCairnError } from '@shared/errors'
import type { Notebook, NotebookHeader, NoteItem } from '@shared/research/notebook-shapes'
import { call } from '../connection'
import { attempt, notify } from '../window/notices'
import { go, useRoute } from '../window/address'

interface NotebooksState {
  /** Newest change first; null before they were read. */
  readonly headers: readonly NotebookHeader[] | null
  /** Why they could not be read. */
  readonly error: ErrorReport | null
  /** The notebook on show; null where none was read. */
  readonly open: Notebook | null
}

export const useNotebooks = create<NotebooksState>(() => ({ headers: null, error: null, open: null }))

/** Reads which notebooks there are. Where that fails, the state says why. */
export async function readNotebooks(): Promise<void> {
  try {
    useNotebooks.setState({ headers: await call((client) => client.notes.list()), error: null })
  } catch (thrown) {
    useNotebooks.setState({ error: toCairnError(thrown).report() })
  }
}

/** Reads a notebook to show it. One that is gone leads back to the list. */
export async function openNotebook(id: string): Promise<void> {
  try {
    const open = await call((client) => client.notes.get({ id }))
    if (useRoute.getState().notebookId === id) useNotebooks.setState({ open, error: null })
  } catch (thrown) {
    const error = toCairnError(thrown)
    if (error.code === 'NOT_FOUND') leave(id)
    else useNotebooks.setState({ error: error.report() })
  }
}

function leave(id: string): void {
  useNotebooks.setState(({ open }) => ({ open: open?.id === id ? null : open }))
  if (useRoute.getState().notebookId === id) go({ notebookId: null }, { replace: true })
}

/** What the engine tells by itself. Nothing is kept before somebody has looked at notebooks. */
export function receiveNotebooks(changed: readonly NotebookHeader[], removed: readonly string[]): void {
  const { headers, open } = useNotebooks.getState()
  if (headers) {
    const gone = new Set([...removed, ...changed.map(({ id }) => id)])
    const rest = headers.filter(({ id }) => !gone.has(id))
    useNotebooks.setState({ headers: [...changed, ...rest].toSorted(newestFirst) })
  }
  for (const id of removed) leave(id)
  const own = changed.find(({ id, updated_at: at }) => id === open?.id && at !== open.updated_at)
  if (own) void openNotebook(own.id)
}

function newestFirst(a: NotebookHeader, b: NotebookHeader): number {
  return a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : 0
}

/** Reads again what this window shows of notebooks: changes were missed. */
export function refreshNotebooks(): void {
  const { headers, open } = useNotebooks.getState()
  if (headers) void readNotebooks()
  if (open) void openNotebook(open.id)
}

/** A title that no notebook has yet: with a number behind it where it must. */
export function freshTitle(title: string): string {
  const taken = new Set(useNotebooks.getState().headers?.map((header) => header.title))
  let fresh = title
  for (let at = 2; taken.has(fresh); at += 1) fresh = `${title} ${at}`
  return fresh
}

/** Makes a notebook; its id, or null where the engine could not. */
export async function createNotebook(title: string): Promise<string | null> {
  let id: string | null = null
  await attempt(async () => {
    const header = await call((client) => client.notes.create({ title }))
    receiveNotebooks([header], [])
    id = header.id
  })
  return id
}

export function renameNotebook(id: string, title: string): Promise<boolean> {
  return receiving(() => call((client) => client.notes.rename({ id, title })))
}

export function switchEvidence(id: string, on: boolean): Promise<boolean> {
  return receiving(() => call((client) => client.notes.use_as_evidence({ id, on })))
}

function receiving(act: () => Promise<NotebookHeader>): Promise<boolean> {
  return attempt(async () => {
    const header = await act()
    useNotebooks.setState(({ open }) => ({ open: open?.id === header.id ? { ...open, ...detailsOf(header) } : open }))
    receiveNotebooks([header], [])
  })
}

function detailsOf({ title, as_evidence, updated_at }: NotebookHeader) {
  return { title, as_evidence, updated_at }
}

/** Takes a notebook off the list; a notice offers to undo it for as long as the engine can. */
export async function trashNotebook({ id, title }: Pick<Notebook, 'id' | 'title'>): Promise<void> {
  await attempt(async () => {
    const { until } = await call((client) => client.notes.trash({ id }))
    receiveNotebooks([], [id])
    notify({
      key: 'notes:deleted',
      values: { title },
      lifeMs: Math.max(3000, until - Date.now() - 1000),
      action: { key: 'app:undo', run: () => void restoreNotebook(id) },
    })
  })
}

async function restoreNotebook(id: string): Promise<void> {
  await attempt(async () => {
    receiveNotebooks([await call((client) => client.notes.restore({ id }))], [])
    go({ view: 'notes', notebookId: id })
    await openNotebook(id)
  })
}

/** Adds a note of the user's own at the end. */
export function writeNote(id: string, text: string): Promise<boolean> {
  const note = { kind: 'text' as const, text, sources: [], refs: [], from: {} }
  return attempt(async () => {
    await call((client) => client.notes.add({ id, note }))
    await openNotebook(id)
  })
}

export function editNote(id: string, itemId: string, text: string): Promise<boolean> {
  return attempt(async () => {
    const item = await call((client) => client.notes.edit({ id, item_id: itemId, text }))
    show(id, (items) => items.map((one) => (one.id === itemId ? item : one)))
  })
}

/** Moves a note, at once on the screen; where the engine cannot, it is read again as it is. */
export async function moveNote(id: string, itemId: string, toIndex: number): Promise<void> {
  show(id, (items) => {
    const item = items.find((one) => one.id === itemId)
    return item ? items.filter((one) => one !== item).toSpliced(toIndex, 0, item) : items
  })
  await keep(id, () => call((client) => client.notes.move({ id, item_id: itemId, to_index: toIndex })))
}

/** Takes a note out; a notice offers to put it back where it stood. */
export async function removeNote(id: string, item: NoteItem, at: number): Promise<void> {
  if (!(await keep(id, () => call((client) => client.notes.remove({ id, item_id: item.id }))))) return
  notify({
    key: 'notes:removed',
    lifeMs: 12_000,
    action: {
      key: 'app:undo',
      run: () => void keep(id, () => call((client) => client.notes.put_back({ id, item, at_index: at }))),
    },
  })
}

async function keep(id: string, act: () => Promise<Notebook>): Promise<boolean> {
  const done = await attempt(async () => {
    const open = await act()
    if (useNotebooks.getState().open?.id === id) useNotebooks.setState({ open })
  })
  if (!done) await openNotebook(id)
  return done
}

function show(id: string, change: (items: NoteItem[]) => NoteItem[]): void {
  useNotebooks.setState(({ open }) => ({ open: open?.id === id ? { ...open, items: change(open.items) } : open }))
}
