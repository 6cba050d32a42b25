import { expect } from 'vitest'
import type { CairnEvent } from '@shared/events'
import type { Engine } from '@engine/ports/engine-interface'
import { splitSentences } from '@engine/text/sentences/sentences'

/** A question in a document's own words: a sentence from its middle, so that something must be cited. */
function questionAbout(text: string): string | undefined {
  const sentences = splitSentences(text).filter(({ start, end }) => end - start >= 12 && end - start <= 200)
  const middle = sentences[Math.floor(sentences.length / 2)]
  return middle && `${text.slice(middle.start, middle.end).replaceAll(/["“”「」《》?？\n-]/gu, ' ')}?`
}

const squeezed = (text: string) => text.replaceAll(/\s+/gu, '').replaceAll('［', '[').replaceAll('］', ']')

/** Asks about every document with words to ask in, and reads every cited range back from its stored text. */
export async function checkCitations(engine: Engine): Promise<void> {
  const all = engine.listDocuments({}).filter(({ live }) => live !== null)
  const askable: { readonly id: string; readonly name: string; readonly text: string; readonly question: string }[] = []
  for (const { id, name } of all) {
    const { text } = await engine.readDocument(id)
    const question = questionAbout(text)
    if (question) askable.push({ id, name, text, question })
  }
  expect(askable.length).toBeGreaterThan(all.length * 0.8)
  // Files end in any order: by name, every run asks about the same ones.
  const asked = askable.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  let cited = 0
  for (const { id, name: documentName, text, question } of asked) {
    const events: CairnEvent[] = []
    const filter = { documents: [id] }
    for await (const event of engine.ask({ question, filter, search_anyway: true })) events.push(event)
    const items = events.flatMap((event) => (event.type === 'evidence' ? event.items : []))
    const final = events.at(-1)
    if (final?.type !== 'final') throw new Error(`${documentName}: the turn ended in ${final?.type ?? 'nothing'}`)
    cited += final.refs.length > 0 ? 1 : 0
    // What a tool worked out stands in no document.
    for (const item of items.filter(({ kind }) => kind !== 'tool')) {
      expect(item.document_id).toBe(id)
      expect(item.text).toBe(text.slice(item.start, item.end))
    }
    for (const ref of final.refs) {
      const item = items.find(({ evidence_id }) => evidence_id === ref.evidence_id)
      if (item?.kind === 'tool') continue
      const [from = -1, to = -1] = ref.selector.replace('chars:', '').split('-').map(Number)
      const quoted = text.slice((item?.start ?? 0) + from, (item?.start ?? 0) + to)
      expect(item?.number).toBe(ref.number)
      expect(squeezed(final.response.slice(ref.response_start, ref.response_end))).toBe(squeezed(quoted))
    }
  }
  // A document that is never cited proves nothing about its offsets.
  expect(cited / asked.length).toBeGreaterThan(0.9)
}
