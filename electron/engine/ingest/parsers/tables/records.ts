import { titleFromName } from '../../files/file-name'
import type { ParsedText } from '../parser'
import { StructureBuilder } from '../structure/structure-builder'
import { cellText, renderRow } from './table'

/** One thing a data file tells of: its values by name, in the order written. */
export type DataRecord = ReadonlyMap<string, string>

/** In UTF-16 units: a longer row is for reading field by field. */
const longestRow = 600

/** Records as text: each a row that names its values, or, where that would be too long to be read, a paragraph a value. */
export function renderRecords(records: readonly DataRecord[], name: string): ParsedText {
  const builder = new StructureBuilder()
  for (const record of records) {
    if (builder.isFull) break
    addRecord(builder, record)
  }
  return builder.finish('code', titleFromName(name))
}

/** Writes one record. */
export function addRecord(builder: StructureBuilder, record: DataRecord): void {
  const row = renderRow([...record.values()], [...record.keys()])
  if (row.length <= longestRow) builder.add('table_row', row)
  else for (const [field, value] of record) builder.add('paragraph', field ? `${field}: ${cellText(value)}` : value)
}
