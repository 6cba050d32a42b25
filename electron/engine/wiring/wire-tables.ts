import { join } from 'node:path'
import { createTables, type Tables } from '@engine/tools/tables/create-tables'
import { TableBuilder } from '@engine/tools/tables/keeping/table-builder'
import { timer } from '@engine/platform/deadline'
import { builtFile } from '@engine/platform/paths'
import type { EngineBase } from './engine-base'
import type { StoragePart } from './wire-storage'

/** Behind a start or a job, in milliseconds. */
const idleMs = 5000

/** The tables of documents, typed when somebody first asks. */
export function wireTables({ options, opened, closing, changes, log }: EngineBase, { store }: StoragePart): Tables {
  const { catalogue, objects, files, vault: seals } = store
  const folder = join(options.folder, 'tables')
  const builder = new TableBuilder(builtFile('table-thread', process.env['CAIRN_TABLE_THREAD']))
  opened.defer(() => builder.close())
  const tables = createTables({ catalogue, objects, files, folder, seals, build: builder.build, log })
  seals.takeRooms([tables.files])
  opened.defer(() => tables.close())
  // Typed while nobody waits, so that the first question to a table does not.
  const type = () => {
    if (closing.signal.aborted) return
    void tables.catalogue.ready(closing.signal).catch((thrown: unknown) => log(`tables: ${String(thrown)}`))
  }
  let callOff = timer(idleMs, type)
  opened.defer(() => callOff())
  const whenIdle = () => {
    callOff()
    callOff = timer(idleMs, type)
  }
  changes.listen((change) => {
    if (change.type === 'job' && change.job.state !== 'running') whenIdle()
  })
  return tables
}
