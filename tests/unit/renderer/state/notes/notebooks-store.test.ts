import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CairnError } from '@shared/errors'
import type { Notebook, NotebookHeader } from '@shared/research/notebook-shapes'
import { FakeBrowser } from '../browser'

new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const notes = {
  list: vi.fn(),
  get: vi.fn(),
  create: vi.fn(),
  add: vi.fn(),
  move: vi.fn(),
  remove: vi.fn(),
  put_back: vi.fn(),
}
vi.mock('@renderer/state/connection', () => ({
  call: (run: (client: unknown) => unknown) => Promise.resolve(run({ notes })),
}))
const { applyChange } = await import('@renderer/state/apply-change')
const { moveNote, openNotebook, readNotebooks, removeNote, useNotebooks } =
  await import('@renderer/state/notes/notebooks-store')
const { noteOfPassage, saveNote } = await import('@renderer/state/notes/save-note')
const { useNotices } = await import('@renderer/state/window/notices')
const { go, useRoute } = await import('@renderer/state/window/address')
const { evidenceItem } = await import('../../../../support/research/sample-run')

const header = (id: string, at: string): NotebookHeader => {
  return { id, title: id, as_evidence: false, created_at: at, updated_at: at, count: 2 }
}
const item = (id: string) => {
  return { id, kind: 'text' as const, text: id, sources: [], refs: [], from: {}, edited: false, at: '' }
}
const notebook: Notebook = { ...header('n_1', '2026-01-01'), items: [item('a'), item('b'), item('c')] }
const shown = () => useNotebooks.getState().open?.items.map(({ id }) => id)

beforeEach(async () => {
  for (const mock of Object.values(notes)) mock.mockReset()
  notes.list.mockResolvedValue([header('n_1', '2026-01-01')])
  notes.get.mockResolvedValue(notebook)
  go({ view: 'notes', notebookId: 'n_1' })
  await readNotebooks()
  await openNotebook('n_1')
})

describe('notebooks in a window', () => {
  it('follow what other windows do, newest first, and leave one that is gone', async () => {
    applyChange({ type: 'notes', changed: [header('n_2', '2026-02-01')], removed: [] })
    expect(useNotebooks.getState().headers?.map(({ id }) => id)).toEqual(['n_2', 'n_1'])
    notes.get.mockResolvedValue({ ...notebook, items: [item('z')], updated_at: '2026-03-01' })
    applyChange({ type: 'notes', changed: [header('n_1', '2026-03-01')], removed: [] })
    await vi.waitFor(() => expect(shown()).toEqual(['z']))
    applyChange({ type: 'notes', changed: [], removed: ['n_1'] })
    expect([useNotebooks.getState().open, useRoute.getState().notebookId]).toEqual([null, null])
    expect(useNotebooks.getState().headers?.map(({ id }) => id)).toEqual(['n_2'])
  })

  it('show a note where it was moved at once, and where it is when the engine could not', async () => {
    notes.move.mockRejectedValue(new CairnError('DISK_FULL', 'The disk is full.'))
    const moving = moveNote('n_1', 'c', 0)
    expect(shown()).toEqual(['c', 'a', 'b'])
    await moving
    expect(shown()).toEqual(['a', 'b', 'c'])
    expect(useNotices.getState().notices.at(-1)).toMatchObject({ kind: 'error' })
  })

  it('offer to put a removed note back where it stood', async () => {
    notes.remove.mockResolvedValue({ ...notebook, items: [item('a'), item('c')] })
    notes.put_back.mockResolvedValue(notebook)
    await removeNote('n_1', item('b'), 1)
    expect(shown()).toEqual(['a', 'c'])
    useNotices.getState().notices.at(-1)?.action?.run()
    await vi.waitFor(() => expect(shown()).toEqual(['a', 'b', 'c']))
    expect(notes.put_back).toHaveBeenCalledWith({ id: 'n_1', item: item('b'), at_index: 1 })
  })

  it('that cannot be read say why, and one that does not exist leads back to the list', async () => {
    notes.list.mockRejectedValue(new CairnError('PERMISSION_DENIED', 'Not allowed.'))
    await readNotebooks()
    expect(useNotebooks.getState().error?.code).toBe('PERMISSION_DENIED')
    notes.get.mockRejectedValue(new CairnError('NOT_FOUND', 'Gone.'))
    await openNotebook('n_1')
    expect(useRoute.getState().notebookId).toBeNull()
  })
})

describe('saving', () => {
  it('keeps the cited part of a passage with all of its source', () => {
    const source = evidenceItem(3, 'Before. The hut was opened in 1921. After.')
    const note = noteOfPassage(source, [{ start: 8, end: 35 }], 't1')
    expect(note).toMatchObject({ kind: 'passage', text: 'The hut was opened in 1921.', sources: [source] })
    expect(note.refs).toEqual([{ number: 3, evidence_id: 'e3', selector: 'chars:8-35' }])
    expect(noteOfPassage(source, [], 't1').text).toBe(source.text)
    // A short answer inside the sentence that holds it.
    const both = [
      { start: 8, end: 35 },
      { start: 30, end: 34 },
    ]
    expect(noteOfPassage(source, both, 't1').text).toBe('The hut was opened in 1921.')
  })

  it('makes a notebook where there is none, and nothing where that fails', async () => {
    notes.create.mockResolvedValue(header('n_9', '2026-04-01'))
    const note = noteOfPassage(evidenceItem(1, 'x'), [], 't1')
    await saveNote(note, { title: 'n_1' })
    expect(notes.create).toHaveBeenCalledWith({ title: 'n_1 2' })
    expect(notes.add).toHaveBeenCalledWith({ id: 'n_9', note })
    notes.add.mockClear()
    notes.create.mockRejectedValue(new CairnError('DISK_FULL', 'The disk is full.'))
    await saveNote(note, { title: 'Notes' })
    expect(notes.add).not.toHaveBeenCalled()
  })
})
