import { describe, expect, it } from 'vitest'
import { NewNote } from '@shared/api/notes-api'
import { noteOfSelection } from '@shared/research/note-of-selection'

const text = 'Huts\n\nThe hut is\nred. 湖面每年\n结冰。 The hut is red again.'
const page = (number: number, start: number, end: number) => ({ number, start, end, width: 1, height: 1, items: [] })
const structure = {
  format: 'pdf' as const,
  title: 'On huts',
  blocks: [
    { kind: 'heading' as const, start: 0, end: 4, heading_path: ['Huts'], level: 1 },
    { kind: 'paragraph' as const, start: 6, end: text.length, heading_path: ['Huts'], page: 1 },
  ],
  pages: [page(1, 0, 31), page(2, 31, text.length)],
  gaps: [],
}
const document = { id: 'd_1', name: 'huts.pdf', text, structure }

describe('selected text as a note', () => {
  it('is what the document has at its place, whatever its lines', () => {
    const note = noteOfSelection(document, { text: 'The hut is red.', page: 1, near: null })
    expect(NewNote.safeParse(note).success).toBe(true)
    expect(note).toMatchObject({ kind: 'passage', text: 'The hut is\nred.', from: { document_id: 'd_1' } })
    const [source] = note.sources
    expect(text.slice(source?.start, source?.end)).toBe(source?.text)
    expect(source).toMatchObject({ heading_path: ['Huts'], page: 1, document_title: 'On huts' })
    expect(noteOfSelection(document, { text: '湖面每年 结冰', page: 1, near: null }).text).toBe('湖面每年\n结冰')
  })

  it('stands on the page it was selected on', () => {
    expect(noteOfSelection(document, { text: 'The hut is red', page: 2, near: null }).sources[0]).toMatchObject({
      page: 2,
    })
  })

  it('claims no place where the document has other words', () => {
    const note = noteOfSelection(document, { text: 'The hut\nis blue (?).', page: null, near: null })
    expect(note).toMatchObject({ kind: 'text', text: '> The hut\n> is blue (?).\n\n— huts.pdf', sources: [], refs: [] })
  })

  it('stands where it was selected among places with the same words', () => {
    const noted = { ...document, text: 'A hut. A hut. A hut.', structure: { ...structure, pages: [] } }
    const starts = [0, 6, 8, 19].map(
      (near) => noteOfSelection(noted, { text: 'A hut.', page: null, near }).sources[0]?.start,
    )
    expect(starts).toEqual([0, 7, 7, 14])
  })

  it('is found between the marks of Markdown', () => {
    const written = 'The **red hut** by [the lake](https://example.org/a) is `open` in | May | and June.'
    const noted = { ...document, text: written, structure: { ...structure, format: 'markdown' as const, pages: [] } }
    const note = (text: string) => noteOfSelection(noted, { text, page: null, near: 0 })
    expect(note('red hut by the lake is open').text).toBe('red hut** by [the lake](https://example.org/a) is `open')
    expect(note('in May and').text).toBe('in | May | and')
    expect(note('in April').kind).toBe('text')
  })
})
