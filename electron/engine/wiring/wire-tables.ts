import { join } from 'node:path'
import { createTables, type Tables } from '@engine/tools/tables/create-tables'
import { buildTables } from '@engine/tools/tables/keeping/build-tables'
import type { EngineBase } from './engine-base'
import type { StoragePart } from './wire-storage'

/** The tables of documents, typed when somebody first asks. */
export function wireTables({ options, opened, log }: EngineBase, { store }: StoragePart): Tables {
  const { catalogue, objects, files } = store
  const folder = join(options.folder, 'tables')
  const tables = createTables({ catalogue, objects, files, folder, build: buildTables, log })
  opened.defer(() => tables.close())
  return tables
}
