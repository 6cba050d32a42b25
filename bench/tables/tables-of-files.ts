import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { DocumentRecord } from '@shared/documents'
import { toCairnError } from '@shared/errors'
import { parseBytes } from '@engine/ingest/parsing/parse-file'
import { createDurableFiles } from '@engine/storage/files/durable-file'
import { FileObjectStore } from '@engine/storage/files/object-store'
import { createTables, type Tables } from '@engine/tools/tables/create-tables'
import { buildTables } from '@engine/tools/tables/keeping/build-tables'
import type { BenchIo } from '../io'

const formats = new Set(['.csv', '.tsv', '.xlsx', '.xls', '.html', '.htm', '.md', '.docx'])
const mostBytes = 500_000

/** The typed tables of files and of the files in folders, read without a library; what no table can be in, is long or cannot be read is passed over. */
export async function tablesOfFiles(paths: readonly string[], folder: string, io: BenchIo): Promise<Tables> {
  await mkdir(join(folder, 'tmp'), { recursive: true })
  const objects = new FileObjectStore(join(folder, 'objects'), join(folder, 'tmp'))
  const put = (text: string) => objects.put(new TextEncoder().encode(text))
  const records: DocumentRecord[] = []
  for (const path of await filesIn(paths)) {
    try {
      const { text, structure } = await parseBytes(await readFile(path), basename(path))
      const [text_object, structure_object] = [await put(text), await put(JSON.stringify(structure))]
      const live = { revision: text_object.slice(0, 8), content_hash: 'c', text_object, structure_object }
      const { title, format } = structure
      records.push({ id: path, name: basename(path), title, format, trashed_at: null, live } as DocumentRecord)
    } catch (thrown) {
      io.progress(`${basename(path)}: ${toCairnError(thrown).code}`)
    }
  }
  const tables = createTables({
    catalogue: {
      list: () => records,
      get: (id) => records.find((one) => one.id === id),
      onChange: () => () => undefined,
    },
    ...{ objects, files: createDurableFiles(join(folder, 'tmp')), folder: join(folder, 'tables') },
    ...{ build: buildTables, log: (line: string) => io.progress(line) },
  })
  await tables.catalogue.ready(new AbortController().signal)
  return tables
}

async function filesIn(paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    const names = (await stat(path)).isDirectory() ? (await readdir(path)).map((name) => join(path, name)) : [path]
    for (const one of names.toSorted()) {
      const { size } = await stat(one)
      if (formats.has(extname(one).toLowerCase()) && size <= mostBytes) found.push(one)
    }
  }
  return found
}
