import { expect, it } from 'vitest'
import type { Chunk } from '@shared/documents'
import type { KeyTerm } from '@engine/retrieval/question/key-terms'
import { type Passage, toPassage } from '@engine/retrieval/passage'
import { nearDuplicates } from '@engine/retrieval/post-processors/near-duplicate-passages'
import { chainContext } from '../../fakes/chain-context'

const before = 'The hut was opened in 1931 by the club of the valley.'
const fee = 'A night costs 24 francs for guests of the club.'
/** What documents say in full; those of `old`, `copy` and `edited` are nearly the same. */
const texts: Readonly<Record<string, string>> = {
  old: `${before} ${fee} Dogs stay outside.`,
  copy: `${before}\n\n${fee} Dogs stay outside.`,
  edited: `${before} ${fee.replace('24', '31')} Dogs stay outside.`,
  other: `${before} ${fee} Dogs stay outside.`,
}
const list = { channel: 'text', query: 'q', weight: 1 } as const
const places: Readonly<Record<string, number>> = { old: 0, copy: 1, edited: 2 }

function passage(document: string, text: string, rank: number): Passage {
  const start = texts[document]?.indexOf(text) ?? -1
  const chunk: Chunk = {
    ...{ id: `${document} ${text}`, doc_id: document, doc_name: `${document}.md`, title: '', revision: 'r', index: 0 },
    ...{ collection: 'default', format: 'text', text, start, end: start + text.length, page: null, heading_path: [] },
    ...{ context: '', token_count: 3, window_start: 0, window_end: 10 },
  }

  return toPassage({ chunk, vector: new Float32Array(8), search: '' }, [{ list, rank, score: 1 }])
}

const aboutDogs: KeyTerm = { surface: 'dogs', alternatives: [['dog']], weight: 1 }

async function kept(passages: readonly Passage[], keyTerms: readonly KeyTerm[] = []): Promise<readonly Passage[]> {
  return nearDuplicates.process(
    passages,
    chainContext({
      keyTerms,
      readText: ({ chunk }, start, end) => Promise.resolve(texts[chunk.doc_id]?.slice(start, end) ?? null),
      nearGroupOf: (id) => (places[id] === undefined ? undefined : { group: 'old', at: places[id] }),
    }),
  )
}
const documents = (passages: readonly Passage[]) => passages.map(({ chunk }) => chunk.doc_id)

// Would catch the same words twice among few passages, and a copy that is cited for the original.
it('lets the oldest speak where it says the same, also in chunks that begin elsewhere', async () => {
  const copied = { ...passage('copy', fee, 1), score: 0.9 }
  const passages = await kept([copied, passage('other', fee, 2), passage('old', `${before} ${fee}`, 3)])
  expect(documents(passages)).toEqual(['old', 'other'])
  expect(passages[0]?.score).toBe(0.9)
  expect(passages[0]?.placements.map(({ rank }) => rank)).toEqual([1])
})

// Would catch the price of the new edition hidden behind that of the old one.
it('keeps what an edited copy says otherwise', async () => {
  const passages = [passage('old', fee, 1), passage('edited', fee.replace('24', '31'), 2), passage('edited', before, 3)]
  expect(documents(await kept(passages))).toEqual(['old', 'edited'])
})

// Would catch a remark on a copy that brings the whole passage twice.
it('leaves out what is said otherwise of something else', async () => {
  const remark = 'Copied by Ann for the winter.'
  const passages = (text: string) => [passage('old', before, 1), passage('copy', text, 2)]
  expect(documents(await kept(passages(`${before} ${remark}`), [aboutDogs]))).toEqual(['old'])
  expect(documents(await kept(passages(`${before} Dogs may come in.`), [aboutDogs]))).toEqual(['old', 'copy'])
  expect(documents(await kept(passages(`${before} It costs 31.`), [aboutDogs]))).toEqual(['old', 'copy'])
  expect(documents(await kept(passages(`${before} ${remark}`)))).toEqual(['old', 'copy'])
})

it('leaves documents alone that are in no group or whose leader was not found', async () => {
  expect(documents(await kept([passage('old', fee, 1), passage('other', fee, 2)]))).toEqual(['old', 'other'])
  expect(documents(await kept([passage('edited', before, 1), passage('copy', before, 2)]))).toEqual(['copy'])
  expect(documents(await kept([passage('copy', fee, 1), passage('copy', before, 2)]))).toEqual(['copy', 'copy'])
})
