import { describe, expect, test } from 'vitest'
import { sectionsOf, summarise } from '@engine/pipeline/forms/summary/document-summary'
import { toPassage } from '@engine/retrieval/passage'
import { fakeChunkIndex } from '../../../../fakes/chunk-index'

async function summaryOf(parts: readonly { text: string; heading?: string }[]) {
  const { chunks } = await fakeChunkIndex(parts.map((part, at) => ({ name: `c${at}`, ...part })))
  const passages = chunks.map((chunk) => toPassage({ chunk, vector: new Float32Array(), search: '' }, []))
  const sections = sectionsOf(chunks).map(({ title, chunks: own }) => ({
    title,
    passages: own.map((chunk) => chunks.indexOf(chunk)),
  }))
  return summarise(sections, passages).map(({ title, sentences }) => ({
    title,
    sentences: sentences.map(({ text }) => text),
  }))
}

const opening = 'The Oriel dam holds back the lake above the town. It was built in 1931 by the Vereth company.'
const gates = {
  heading: 'Gates',
  text: 'Visitors like the view. The three gates of the dam are opened when the lake rises above its level. However, this is rare in summer.',
}
const upkeep = {
  heading: 'Upkeep',
  text: 'Somebody once lost a hat. Divers inspect the gates of the dam below the level of the lake every spring.',
}

describe('a summary', () => {
  test('opens as the document does and takes of each part what shares most with the rest, in reading order', async () => {
    const summary = await summaryOf([{ text: opening, heading: 'Dam' }, gates, upkeep])
    expect(summary.map(({ title }) => title)).toEqual(['Dam', 'Gates', 'Upkeep'])
    expect(summary[0]?.sentences).toEqual(opening.split(/(?<=\.) /u))
    expect(summary[1]?.sentences).toContain(
      'The three gates of the dam are opened when the lake rises above its level.',
    )
    expect(summary[2]?.sentences).toContain(
      'Divers inspect the gates of the dam below the level of the lake every spring.',
    )
  })

  test('begins where the document does, not with the fields before it', async () => {
    const text = `title: The Oriel dam and its lake\nstatus: valid from May, for everybody at the dam\n---\n${opening}`
    const { chunks } = await fakeChunkIndex([{ name: 'a', text }])
    const places = [
      { start: 0, heading_path: [], page: null, front_matter: true as const },
      { start: text.indexOf('The Oriel dam holds'), heading_path: [], page: null },
    ]
    const passages = chunks.map((chunk) => ({
      ...toPassage({ chunk, vector: new Float32Array(), search: '' }, []),
      places,
    }))
    const [part] = summarise([{ title: '', passages: [0] }], passages)
    expect(part?.sentences.map((one) => one.text)).toEqual(opening.split(/(?<=\.) /u))
  })

  test('says nothing twice, and has at most eight sentences', async () => {
    const things = [
      'sluice',
      'turbine',
      'bridge',
      'tower',
      'tunnel',
      'cable',
      'pump',
      'fence',
      'road',
      'boat',
      'crane',
      'well',
    ]
    const many = things.map((thing) => ({
      text: `The ${thing} of the dam ${thing}s a ${thing}er with ${thing}ing and ${thing}ness. The Oriel dam holds back the lake above the town.`,
    }))
    const sentences = (await summaryOf([{ text: opening }, ...many])).flatMap((part) => part.sentences)
    expect(sentences.length).toBeGreaterThanOrEqual(4)
    expect(sentences.length).toBeLessThanOrEqual(8)
    expect(new Set(sentences).size).toBe(sentences.length)
  })

  test('of a short Chinese text without headings is what it says', async () => {
    const [part] = await summaryOf([{ text: '水库建于一九三一年，由水利公司修建。闸门在水位上升时打开。' }])
    expect(part).toEqual({ title: '', sentences: ['水库建于一九三一年，由水利公司修建。', '闸门在水位上升时打开。'] })
  })

  test('of nothing is empty', async () => {
    expect(await summaryOf([])).toEqual([])
    expect(await summaryOf([{ text: '---' }])).toEqual([])
  })
})
