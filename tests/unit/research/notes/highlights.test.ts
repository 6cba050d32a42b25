import { describe, expect, test } from 'vitest'
import type { NewNote } from '@shared/api/notes-api'
import type { Change } from '@shared/changes'
import { exportNotebook } from '@engine/research/export/export-report'
import { redactNotebook } from '@engine/research/export/redaction/redact-notebook'
import { notebookText } from '@engine/research/notes/notes-in-library'
import { fakeNotebooks, MemoryNotebookStore } from '../../../fakes/notebooks'
import { evidenceItem } from '../../../support/research/sample-run'

const highlight = (text: string, start: number): NewNote => {
  const source = { ...evidenceItem(1, text, { document_id: 'd1' }), start, end: start + text.length }
  return { kind: 'passage', text, sources: [source], refs: [], from: { document_id: 'd1' } }
}

describe('highlights of a document', () => {
  test('stand in one notebook, in the order of the text, and survive a restart', async () => {
    const store = new MemoryNotebookStore()
    const told: Change[] = []
    const notebooks = fakeNotebooks({ store, publish: (change) => told.push(change) })
    expect(await notebooks.ofDocument('d1')).toBeNull()
    await notebooks.highlight('d1', 'huts.md', highlight('third', 300))
    const first = await notebooks.highlight('d1', 'huts.md', highlight('first', 10))
    await notebooks.highlight('d1', 'huts.md', highlight('second', 200))
    const again = await fakeNotebooks({ store }).ofDocument('d1')
    expect(again?.items.map(({ text }) => text)).toEqual(['first', 'second', 'third'])
    expect(await notebooks.list()).toMatchObject([{ title: 'huts.md', document_id: 'd1', count: 3 }])
    expect(told.at(-1)).toMatchObject({ type: 'notes', changed: [{ document_id: 'd1', count: 3 }] })
    await notebooks.remove(again?.id ?? '', first.id)
    expect((await notebooks.ofDocument('d1'))?.items).toHaveLength(2)
  })

  test('are commented on, and found by what they quote or what is said of them', async () => {
    const notebooks = fakeNotebooks()
    const { id: item } = await notebooks.highlight('d1', 'huts.md', highlight('The hut opened in 1921.', 0))
    const { id = '' } = (await notebooks.ofDocument('d1')) ?? {}
    expect(await notebooks.comment(id, item, ' Ask the warden. ')).toMatchObject({ comment: 'Ask the warden.' })
    const found = async (text: string) => (await notebooks.search(text)).map((hit) => [hit.notebook.title, hit.item.id])
    expect(await found('WARDEN ask')).toEqual([['huts.md', item]])
    expect(await found('hut 1921')).toEqual([['huts.md', item]])
    expect(await found('pump')).toEqual([])
    expect(await notebooks.comment(id, item, '')).not.toHaveProperty('comment')
    expect(await found('warden')).toEqual([])
  })

  test('are of their document only, and a notebook in the trash is not written into', async () => {
    const notebooks = fakeNotebooks()
    await expect(notebooks.highlight('d2', 'x', highlight('of d1', 0))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(await notebooks.list()).toEqual([])
    await notebooks.highlight('d1', 'huts.md', highlight('one', 0))
    const { id = '' } = (await notebooks.ofDocument('d1')) ?? {}
    await notebooks.trash(id)
    await notebooks.highlight('d1', 'huts.md', highlight('two', 5))
    expect((await notebooks.ofDocument('d1'))?.items.map(({ text }) => text)).toEqual(['two'])
    await notebooks.close()
  })

  test('leave with their comments, and without them where their document must not', async () => {
    const notebooks = fakeNotebooks()
    const { id: item } = await notebooks.highlight('d1', 'huts.md', highlight('The hut opened in 1921.', 0))
    const { id = '' } = (await notebooks.ofDocument('d1')) ?? {}
    const notebook = await notebooks.comment(id, item, 'Ask the warden.').then(() => notebooks.get(id))
    const { bytes } = await exportNotebook(notebook, 'markdown')
    expect(Buffer.from(bytes).toString()).toContain('_Comment:_ Ask the warden.')
    expect(notebookText(notebook)).toContain('Ask the warden.')
    const library = { sensitivityOf: () => 'secret' as const, sensitiveNames: () => [], isKnown: () => true }
    const { copy } = redactNotebook(notebook, { leave_out_sensitive: true }, library)
    expect(JSON.stringify(copy)).not.toMatch(/1921|warden/u)
  })
})
