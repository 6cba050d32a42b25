import { describe, expect, test } from 'vitest'
import { noiseOf, worthReading } from '@engine/retrieval/post-processors/worth-reading'
import { toPassage } from '@engine/retrieval/passage'
import { fakeChunkIndex } from '../../fakes/chunk-index'

const json = `{ "element_id": "9d48783caaa979fe4be685e77cc18a03",
  "metadata": { "coordinates": { "points": [ [ 27.0, 204.0 ], [ 27.0, 249.0 ] ] }, "page_number": 1 },
  "text": "(Rev. November 1987)" },`
const addresses = ['a', 'b', 'c'].map((name) => `[17] https://www.news.example/2022/12/12/${name}.html`).join('\n')
const table = '| Quarter | Budget | Spent |\n|---|---|---|\n| Q1 | 182,000 | 176,400 |\n| Q2 | 236,500 | 241,900 |'
const rows = 'item: Radio handset; quantity: 16; price: 275\nitem: Snowshoes; quantity: 12; price: 145'
const prose = 'The water level is measured every 15 minutes by a radar gauge that hangs above the lake.'

async function passagesOf(texts: readonly string[]) {
  const { chunks } = await fakeChunkIndex(texts.map((text, at) => ({ name: `d${at}.md`, text })))
  return chunks.map((chunk) => toPassage({ chunk, vector: new Float32Array(), search: '' }, []))
}

async function kept(texts: readonly string[], chosen = '') {
  return worthReading(await passagesOf(texts), ({ text }) => text === chosen).map(({ text }) => text)
}

const others = ['The kitchen closes at nine.', 'Dogs are not allowed.', '缆车每小时一班。', 'Leave is 25 days a year.']

describe('what is worth the reading of a language model', () => {
  // Catches tables and records that are thrown out for their figures.
  test('tells markup and lists of addresses from prose, tables and records', () => {
    for (const noise of [json, addresses]) expect(noiseOf(noise)).toBeGreaterThan(0.4)
    for (const text of [table, rows, prose, '水位保留两位小数。']) expect(noiseOf(text)).toBeLessThan(0.25)
  })

  test('is not markup, nor what stands above already, whole or nearly', async () => {
    const again = `In short: ${prose.toUpperCase()}`
    expect(await kept([prose, json, addresses, again, table, ...others])).toEqual([prose, table, ...others])
  })

  // Catches a question about a configuration file that reaches the model without the file.
  test('is at least four passages, the first of them, and whatever was chosen', async () => {
    expect(await kept([prose, json, addresses, 'Dogs are not allowed.'])).toHaveLength(4)
    expect(await kept([json, prose, table, ...others], json)).toContain(json)
  })
})
