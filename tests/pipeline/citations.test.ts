import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import { createEngine } from '@engine/engine'
import { splitSentences } from '@engine/text/sentences/sentences'

const root = resolve(import.meta.dirname, '../..')
const resources = join(root, 'resources')
const collections = [
  ['the sample collection', join(resources, 'sample')],
  ['the real files', resolve(root, '../shared/eval/files')],
] as const

/** A question in a document's own words: a sentence from its middle, so that something must be cited. */
function questionAbout(text: string): string | undefined {
  const sentences = splitSentences(text).filter(({ start, end }) => end - start >= 12 && end - start <= 200)
  const middle = sentences[Math.floor(sentences.length / 2)]
  return middle && `${text.slice(middle.start, middle.end).replaceAll(/["“”「」《》?？\n-]/gu, ' ')}?`
}

const squeezed = (text: string) => text.replaceAll(/\s+/gu, '').replaceAll('［', '[').replaceAll('］', ']')

for (const [name, files] of collections) {
  if (!existsSync(files)) console.warn(`Skipped: citations of ${name}, because ${files} is not on this machine.`)
  // Catches offsets that drift anywhere between parser, chunker, window, extraction and citation.
  describe.skipIf(!existsSync(files))(`citations of ${name}`, () => {
    test('every cited range of every document, read back from its stored text, is what the answer says', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'cairn-citations-'))
      const engine = await createEngine({ folder, resources })
      try {
        for await (const event of engine.ingest({ paths: [files] })) expect(event.type).toBe('progress')
        const documents = engine.listDocuments({}).filter(({ live }) => live !== null)
        let asked = 0
        let cited = 0
        for (const { id, name: documentName } of documents) {
          const { text } = await engine.readDocument(id)
          const question = questionAbout(text)
          if (!question) continue
          asked += 1
          const events: CairnEvent[] = []
          const filter = { documents: [id] }
          for await (const event of engine.ask({ question, filter, search_anyway: true })) events.push(event)
          const items = events.flatMap((event) => (event.type === 'evidence' ? event.items : []))
          const final = events.at(-1)
          if (final?.type !== 'final') throw new Error(`${documentName}: the turn ended in ${final?.type ?? 'nothing'}`)
          cited += final.refs.length > 0 ? 1 : 0
          for (const item of items) {
            expect(item.document_id).toBe(id)
            expect(item.text).toBe(text.slice(item.start, item.end))
          }
          for (const ref of final.refs) {
            const item = items.find(({ evidence_id }) => evidence_id === ref.evidence_id)
            const [from = -1, to = -1] = ref.selector.replace('chars:', '').split('-').map(Number)
            const quoted = text.slice((item?.start ?? 0) + from, (item?.start ?? 0) + to)
            expect(item?.number).toBe(ref.number)
            expect(squeezed(final.response.slice(ref.response_start, ref.response_end))).toBe(squeezed(quoted))
          }
        }
        // A document that is never cited proves nothing about its offsets.
        expect(cited / asked).toBeGreaterThan(0.9)
        expect(asked).toBeGreaterThan(documents.length * 0.8)
      } finally {
        await engine.close()
        await rm(folder, { recursive: true, force: true })
      }
    }, 300_000)
  })
}
