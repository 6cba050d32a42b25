import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChunkDraft } from '@engine/ingest/chunking/chunk'
import { columnsOf, eachColumn } from '@engine/ingest/chunking/chunk-columns'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { embeddedText } from '@engine/ports/models/embedded-text'
import { toSearchColumn } from '@engine/text/analyse'

function draftOf(index: number, heading_path: string[], context: string, text: string): ChunkDraft {
  return { index, start: 0, end: text.length, text, page: null, heading_path, context, token_count: 1 }
}

const embedder = createHashedNgramEmbedder()
/** What ends and begins words, numbers and units. */
const piece = fc.constantFrom(
  ...[
    '12',
    '3,500',
    '1 200',
    '350',
    'kg',
    '公斤',
    '万',
    '第3',
    '章',
    '第',
    '百分之',
    '五十',
    '三月',
    '%',
    '.5',
    '›',
    'v1.2',
    '\u0301',
  ],
  ...['a', 'Hut', "'s", '-', ' ', '水', '鬥', 'ＡＢ', '한국', '\ud800', 'per cent', 'million', ',000'],
)
const line = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
const draft = fc.tuple(fc.array(line, { maxLength: 3 }), line, line)

describe('columns of chunks', () => {
  // Catches passages that are found by other terms or another vector than the index of before had, or a question has.
  it('are what each column makes of the texts by itself', async () => {
    await fc.assert(
      fc.asyncProperty(line, fc.array(draft, { maxLength: 4 }), async (title, parts) => {
        const drafts = parts.map(([path, context, text], index) => draftOf(index, path, context, text))
        const columns = [...eachColumn(columnsOf(title, drafts))].slice(0, drafts.length)
        const texts = drafts.map((one) => embeddedText({ ...one, title }))
        const vectors = await embedder.embedPassages(texts)
        const expected = drafts.map(({ heading_path, context, text }, at) => ({
          search: toSearchColumn(title, heading_path.join('\n'), context, text),
          embeddedHash: createHash('sha256')
            .update(texts[at] ?? '')
            .digest('hex'),
          vector: vectors[at],
        }))
        expect(columns).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })

  it('hold a vector of its own for each chunk', () => {
    const columns = [...eachColumn(columnsOf('', [draftOf(0, [], '', 'The hut.'), draftOf(1, [], '', 'A lake.')]))]
    expect(columns).toHaveLength(2)
    expect(columns[0]?.vector).not.toEqual(columns[1]?.vector)
  })
})
