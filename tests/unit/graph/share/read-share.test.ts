import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readShare } from '@engine/graph/share/read-share'
import { toSearchColumn } from '@engine/text/analyse'

const patterns = join(import.meta.dirname, '../../../../resources/graph/patterns')
const title = 'Hut 站点'
const chunks = [
  { id: 'd:r:0', heading_path: ['Pump'], context: '', text: 'LanceDB is a vector database. 水泵每月移动 40 公斤。' },
  { id: 'd:r:1', heading_path: ['Pump', 'Valve'], context: 'name | value', text: 'Mira Voss built the hut in 1998.' },
]

describe('what a document contributes to the graph', () => {
  // Catches shares that are others where the index hands its terms over.
  it('is the same with the terms of the index and without', async () => {
    const document = { documentId: 'd', revision: 'r', title, patterns }
    const withTerms = chunks.map((chunk) => {
      return { ...chunk, search: toSearchColumn(title, chunk.heading_path.join('\n'), chunk.context, chunk.text) }
    })
    const [own, handed] = await Promise.all([
      readShare({ ...document, chunks }),
      readShare({ ...document, chunks: withTerms }),
    ])
    expect(Buffer.from(handed).equals(Buffer.from(own))).toBe(true)
  })

  // Catches a hand-over that nobody takes: every text analysed once more.
  it('takes the terms that it is given', async () => {
    const document = { documentId: 'd', revision: 'r', title, patterns }
    const other = chunks.map((chunk) => ({ ...chunk, search: 'lancedb' }))
    const [own, handed] = await Promise.all([
      readShare({ ...document, chunks }),
      readShare({ ...document, chunks: other }),
    ])
    expect(Buffer.from(handed).equals(Buffer.from(own))).toBe(false)
  })
})
