import type { Table } from '@lancedb/lancedb'
import { dropIndexes, ensureIndexes, vectorIndexRows } from '../../tables/indexes'
import { isOneOf } from '../chunk-filter'
import { textColumn } from '../../tables/arrow'
import type { TableShape, UpkeepTask } from './upkeep-task'

const manyFragments = 50
/** What is too much for a search: files of rows, and, while more is to come, rows outside the text index. More may wait while nobody searches. */
const tooMuch = { searched: { fragments: manyFragments, rows: 1_000 }, unsearched: { fragments: 150, rows: 32_000 } }
/**
 * Share of the rows that may stay outside the text index. LanceDB 0.31 counts a word's rarity for indexed rows over those alone
 * (lance-format/lance#9058), so that a library whose first document had a word often would hardly find that document by it.
 */
const unindexedShare = 0.01

/** Growth since the vector index was built at which it is built anew: while more is to come, and when nothing is. */
const outgrown = { growing: 2, done: 1.1 }

/** Whether nothing more is to come, and whether anybody has searched of late: until then nobody waits for a maintenance. */
export interface Occasion {
  readonly isDone: boolean
  readonly isSearched: boolean
}

/** Whether enough has been written since `last` to make maintenance worth its seconds. */
export async function needsMaintenance(
  table: Table,
  last: TableShape,
  { isDone, isSearched }: Occasion,
): Promise<boolean> {
  if (isDone && !last.isTextWhole) return true
  if (isDone && isOutgrown(last, await table.countRows(), outgrown.done)) return true
  const { fragments, rows } = isDone || isSearched ? tooMuch.searched : tooMuch.unsearched
  const { fragmentStats } = await table.stats()
  if (fragmentStats.numFragments - last.fragments >= fragments) return true
  const text = await table.indexStats('search_idx')
  if (text === undefined) return true
  const { numIndexedRows: indexed, numUnindexedRows: open } = text
  return isDone ? open > (indexed + open) * unindexedShare : open >= rows
}

/** Whether the vector index is to be made, or made anew. */
function isOutgrown(last: TableShape, rows: number, growth: number): boolean {
  return rows >= (last.vectorRows > 0 ? last.vectorRows * growth : vectorIndexRows)
}

/** Does a task of maintenance to a table; resolves to its shape afterwards, which cleaning up leaves as `needsMaintenance` knows it. */
export async function perform(table: Table, task: UpkeepTask): Promise<TableShape> {
  switch (task.kind) {
    case 'optimise':
      return optimise(table, task.last, task.isDone)
    case 'rewrite':
      return rewrite(table)
    case 'clean-up':
      await cleanUp(table, task.keepMs)
      return task.last
  }
}

/**
 * Compacts, and brings every index up to date. Old versions stay until `cleanUp`. LanceDB 0.31 leaves the text index in two pieces then,
 * searches them at once, and holds each against the best scores of the other, which are of another measure: whichever comes second
 * loses hits (lance pull request 7467). So it is made anew when nothing more is to come; before that it would take too long each time.
 * Where the vector index is made anew, so are all the others: compaction joins only fragments which the same indexes cover, so with old
 * ones in place `cleanUp` would write the rows once more and correct every index for it.
 */
async function optimise(table: Table, last: TableShape, isDone: boolean): Promise<TableShape> {
  const growth = isDone ? outgrown.done : outgrown.growing
  const isNew = isOutgrown(last, await table.countRows(), growth)
  if (isNew) await dropIndexes(table)
  else if (isDone) await dropIndexes(table, ['search_idx'])
  await table.optimize()
  const { numFragments } = (await table.stats()).fragmentStats
  // Fragments that different index segments cover are never merged; when they pile up, all is written anew.
  if (numFragments >= manyFragments) return rewrite(table)
  const vectorRows = await ensureIndexes(table, await table.countRows(), last.vectorRows, growth)
  return { fragments: numFragments, vectorRows, isTextWhole: isDone || isNew }
}

/**
 * Writes every remaining row and index anew, so that no file of the new version holds anything of a deleted row.
 * Compaction alone leaves a fragment as it is while under a tenth of it is deleted, and it joins only fragments which
 * the same indexes cover: so the indexes go first, and a row moved without change makes a second fragment to join.
 */
async function rewrite(table: Table): Promise<TableShape> {
  await dropIndexes(table)
  const id = await anyRowId(table)
  if (id !== undefined) await table.update({ where: isOneOf('id', [id]), valuesSql: { idx: 'idx' } })
  await table.optimize()
  const vectorRows = await ensureIndexes(table, await table.countRows(), 0)
  return { fragments: (await table.stats()).fragmentStats.numFragments, vectorRows, isTextWhole: true }
}

/** Deletes the files of every version but the newest and those of the last `keepMs`. What the first pass makes unused, the second takes. */
export async function cleanUp(table: Table, keepMs = 0): Promise<void> {
  for (let pass = 0; pass < 2; pass += 1) {
    await table.optimize({ cleanupOlderThan: new Date(Date.now() - keepMs), deleteUnverified: true })
  }
}

async function anyRowId(table: Table): Promise<string | undefined> {
  for await (const batch of table.query().select(['id']).limit(1)) {
    if (batch.numRows > 0) return textColumn(batch, 'id')(0)
  }
  return undefined
}
