import { expect, test } from 'vitest'
import { forReading } from '@engine/pipeline/forms/reading/passages-to-read'
import { toPassage } from '@engine/retrieval/passage'
import { fakeChunkIndex } from '../../../fakes/chunk-index'

const settings =
  '{ "host": "localhost", "port": "8080", "path": "/srv/data/tiles/cache", "id": "9d48783caaa979fe4be6" },'
const prose = ['The kitchen closes at nine.', 'Dogs are not allowed.', '缆车每小时一班。', 'Leave is 25 days a year.']

async function passagesOf(texts: readonly string[]) {
  const { chunks } = await fakeChunkIndex(texts.map((text, at) => ({ name: `d${at}.md`, text })))
  return chunks.map((chunk) => toPassage({ chunk, vector: new Float32Array(), search: '' }, []))
}

// Catches "Summarise config.json" whose file, being mostly signs, was thrown out before a model read it.
test('a document that is asked about as a whole is read, whatever it looks like', async () => {
  const [document, ...found] = await passagesOf([settings, ...prose])
  const own = document ? [document] : []
  const read = forReading(found, { passages: found }, { own, cited: [], around: [], pinned: 0 })
  expect(read.passages.map(({ text }) => text)).toContain(settings)
})

test('markup that was only found is not', async () => {
  const found = await passagesOf([...prose, settings])
  const read = forReading(found, { passages: found }, { own: [], cited: [], around: [], pinned: 0 })
  expect(read.passages.map(({ text }) => text)).toEqual(prose)
})
