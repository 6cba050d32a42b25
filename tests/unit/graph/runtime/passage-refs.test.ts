import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Chunk } from '@shared/documents'
import { readPassageRefs } from '@engine/graph/runtime/passage-refs'

function chunkOf(text: string): Chunk {
  const end = 1000 + text.length
  return {
    ...{ id: 'd:1:0', doc_id: 'd', revision: '1', index: 0, doc_name: 'notes.md', title: 'Notes', collection: 'c' },
    ...{ heading_path: ['Part'], page: 2, context: '', format: 'text', token_count: 1 },
    ...{ text, start: 1000, end, window_start: 1000, window_end: end },
  }
}

/** What a card shows of a place in a text that is one sentence. */
async function refOf(text: string, start: number, end: number) {
  const chunk = chunkOf(text)
  const parts = {
    chunksById: () => Promise.resolve([{ chunk, vector: new Float32Array(), search: '' }]),
    isVisible: () => true,
  }
  const places = [{ documentId: chunk.doc_id, passageId: chunk.id, start, end }]
  const [ref] = (await readPassageRefs(places, parts))(places)
  if (!ref) throw new Error('The place is gone.')
  return ref
}

const long = (words: number, word = 'ice') => Array.from({ length: words }, () => word).join(' ')

describe('the text of a place', () => {
  // Catches a card that shows 400 characters of a long sentence, and not the name it is shown for.
  test('in a sentence that is too long has the name in it, wherever it stands', async () => {
    for (const before of [0, 20, 200, 600]) {
      const text = `${long(before)} Mirador Hut ${long(600 - before)}`.trim()
      const start = text.indexOf('Mirador')
      const ref = await refOf(text, start, start + 'Mirador Hut'.length)
      expect(ref.text).toContain('Mirador Hut')
      expect(ref.text.length).toBeLessThanOrEqual(402)
      expect([ref.text.startsWith('…'), ref.text.endsWith('…')]).toEqual([before > 100, before < 600])
      expect([ref.start, ref.end]).toEqual([1000, 1000 + text.length])
    }
  })

  test('that is short is the whole sentence and no other', async () => {
    const text = 'It snowed. The Mirador Hut is shut. It rained.'
    const start = text.indexOf('Mirador')
    expect((await refOf(text, start, start + 7)).text).toBe('The Mirador Hut is shut.')
  })

  test('is never cut inside a character, and has the name, or as much as there is room for', async () => {
    const piece = fc.constantFrom('雪', '𠮷', '🏔', 'a', 'é', ' ')
    const side = fc.array(piece, { maxLength: 500 }).map((parts) => parts.join(''))
    const name = fc.array(piece, { minLength: 1, maxLength: 300 }).map((parts) => `山${parts.join('')}山`)
    await fc.assert(
      fc.asyncProperty(side, name, side, async (before, middle, after) => {
        const { text } = await refOf(before + middle + after, before.length, before.length + middle.length)
        expect(text.isWellFormed()).toBe(true)
        expect(text.length).toBeLessThanOrEqual(402)
        expect(text).toContain(middle.length <= 399 ? middle : middle.slice(0, 300).trimEnd())
      }),
      { numRuns: 200 },
    )
  })
})
