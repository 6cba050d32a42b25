import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import type { DocumentRecord } from '@shared/documents'
import { parseBytes } from '@engine/ingest/parsing/parse-file'
import type { CatalogueChange } from '@engine/ports/storage/document-store'
import { createDurableFiles } from '@engine/storage/files/durable-file'
import { FileObjectStore } from '@engine/storage/files/object-store'
import { createTables, type TablesParts } from '@engine/tools/tables/create-tables'
import type { DataColumn, DataTable } from '@engine/tools/tables/data-table'
import { buildTables } from '@engine/tools/tables/keeping/build-tables'
import type { ColumnRef, QueryPlan } from '@engine/tools/tables/query-plan'
import { documentRecord } from '../../storage/store-fixture'

type Documents = Readonly<Record<string, string | Uint8Array>>

/** A folder with documents read by their parsers, and the tables in them; for one test. */
export async function tableLibrary(
  documents: Documents,
  more: Partial<Pick<TablesParts, 'build' | 'limits' | 'seals'>> = {},
) {
  const { release, ...library } = await openLibrary(documents, more)
  onTestFinished(release)
  return library
}

/** The same for all tests of a file, which only ask: it is read at the first call. To be called beside them, in none. */
export function libraryOfFile(documents: Documents): () => Promise<TableLibrary> {
  let opened: ReturnType<typeof openLibrary> | undefined
  afterAll(async () => (await opened)?.release())
  return () => (opened ??= openLibrary(documents, {}))
}

async function openLibrary(documents: Documents, more: Partial<Pick<TablesParts, 'build' | 'limits' | 'seals'>>) {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-typed-tables-'))
  await mkdir(join(folder, 'tmp'))
  const objects = new FileObjectStore(join(folder, 'objects'), join(folder, 'tmp'))
  const records = new Map<string, DocumentRecord>()
  const texts = new Map<string, string>()
  const listeners = new Set<(change: CatalogueChange) => void>()
  const logged: string[] = []
  let listed = 0
  const put = (record: DocumentRecord) => {
    records.set(record.id, record)
    for (const listener of listeners) listener({ changed: [record], removed: [] })
  }
  async function add(name: string, content: string | Uint8Array): Promise<void> {
    const parsed = await parseBytes(typeof content === 'string' ? new TextEncoder().encode(content) : content, name)
    const store = (text: string) => objects.put(new TextEncoder().encode(text))
    const [text_object, structure_object] = [await store(parsed.text), await store(JSON.stringify(parsed.structure))]
    const has_rows = parsed.structure.blocks.some(({ kind }) => kind === 'table_row')
    const live = {
      revision: `r-${text_object.slice(0, 8)}`,
      content_hash: 'c',
      text_object,
      structure_object,
      has_rows,
    }
    texts.set(name, parsed.text)
    put(documentRecord(name, 'r', { name, title: parsed.structure.title, format: parsed.structure.format, live }))
  }
  function remove(id: string): void {
    records.delete(id)
    for (const listener of listeners) listener({ changed: [], removed: [id] })
  }
  for (const [name, content] of Object.entries(documents)) await add(name, content)
  const parts: TablesParts = {
    catalogue: {
      list: () => {
        listed += 1
        return [...records.values()]
      },
      get: (id) => records.get(id),
      onChange: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    ...{ objects, files: createDurableFiles(join(folder, 'tmp')), folder: join(folder, 'tables') },
    ...{ build: buildTables, log: (line: string) => logged.push(line), ...more },
  }
  const tables = createTables(parts)
  const release = async () => {
    await tables.close()
    await objects.close()
    await rm(folder, { recursive: true, force: true })
  }
  await tables.catalogue.ready(new AbortController().signal)
  return { ...tables, folder, texts, records, put, add, remove, logged, parts, listed: () => listed, release }
}

export type TableLibrary = Omit<Awaited<ReturnType<typeof openLibrary>>, 'release'>

/** The first table of a document, or the one whose name contains `name`. */
export function tableIn({ catalogue }: TableLibrary, document: string, name = ''): DataTable {
  const found = catalogue.tables().find((one) => one.documentId === document && one.name.includes(name))
  if (!found) throw new Error(`${document} has no table "${name}".`)
  return found
}

export function columnIn(table: DataTable, header: string): DataColumn {
  const found = table.columns.find((one) => one.header === header)
  if (!found) throw new Error(`No column "${header}" among ${table.columns.map((one) => one.header).join(', ')}.`)
  return found
}

/** A column by its header. */
export function refTo(table: DataTable, header: string, side: ColumnRef['table'] = 'main'): ColumnRef {
  return { table: side, column: columnIn(table, header).id }
}

/** A plan for a table that asks for nothing but what is given. */
export function planFor(table: DataTable, parts: Partial<QueryPlan>): QueryPlan {
  return { table: table.id, select: [], measures: [], where: [], groupBy: [], orderBy: [], limit: null, ...parts }
}

export const noSignal = new AbortController().signal
