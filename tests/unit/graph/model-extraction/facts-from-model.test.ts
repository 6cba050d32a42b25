import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GraphShare, graphShareVersion } from '@engine/graph/share/graph-share'
import { withModelFacts } from '@engine/graph/model-extraction/facts-from-model'
import { headerLine, passageLine } from '@engine/graph/model-extraction/extraction-record'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-model-facts-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const share: GraphShare = {
  ...{ version: graphShareVersion, documentId: 'd', revision: 'r1', title: '' },
  links: { documentId: 'd', passages: [], aliases: [] },
  facts: { names: [{ name: 'Anna' }], mentions: [[0, 0, 0, 4]], relations: [], definitions: [] },
}
const header = { documentId: 'd', revision: 'r1', model: 'gguf:tiny' }
const bert = passageLine(0, { names: [{ name: 'Bert' }], mentions: [[0, 10, 14]], relations: [] }, 0)

async function names(file: string | undefined): Promise<string[]> {
  const path = join(folder, 'd.model')
  if (file === undefined) await rm(path, { force: true })
  else await writeFile(path, file)
  return (await withModelFacts(share, path)).facts.names.map(({ name }) => name)
}

describe('a share', () => {
  test('is joined by what a model has read in the same indexing, also where its record is torn', async () => {
    expect(await names(headerLine(header) + bert)).toEqual(['Anna', 'Bert'])
    expect(await names(headerLine(header) + bert + bert.slice(0, 20))).toEqual(['Anna', 'Bert'])
  })

  // Would catch names at places of a text that the document has no more, or of another document.
  test('stays as it is where the record is missing, damaged, or about something else', async () => {
    const others = [{ revision: 'r0' }, { documentId: 'e' }].map((other) => headerLine({ ...header, ...other }) + bert)
    for (const file of [undefined, '', '{', '\0\0', bert, ...others]) {
      expect([file, await names(file)]).toEqual([file, ['Anna']])
    }
  })
})
