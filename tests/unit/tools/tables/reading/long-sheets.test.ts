import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseBytes } from '@engine/ingest/parsing/parse-file'
import { tablesInDocument } from '@engine/tools/tables/reading/tables-in-document'

const files = join(import.meta.dirname, '../../../../fixtures/tools/files')

// Would catch a table of a sheet that falls apart where the parser begins a new heading, every fifty rows.
test.each([
  ['energy-readings.xlsx', [73, 73]],
  ['家庭支出.xlsx', [269]],
  ['lab-instruments.xlsx', [52]],
])('%s has tables of %j rows, however many parts they are written in', async (name, rows) => {
  const { text, structure } = await parseBytes(new Uint8Array(await readFile(join(files, name))), name)
  expect(tablesInDocument(text, structure).map(({ spans }) => spans.length / 2)).toEqual(rows)
})
