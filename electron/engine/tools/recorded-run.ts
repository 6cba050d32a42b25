import type { ToolPlace, ToolRun } from '@shared/tools/tool-run'
import type { ToolResult, ToolSource } from './tool'

/** Rows of a table, and other places, that the record keeps. */
const maxKept = 200

/** What a run's record keeps of its result. */
export function asRecorded({ text, table, sources, notes, workings }: ToolResult): Partial<ToolRun> {
  return {
    text,
    ...(table
      ? {
          table: {
            columns: [...table.columns],
            rows: table.rows
              .slice(0, maxKept)
              .map(({ cells, source }) => ({ cells: [...cells], ...(source ? { source: placeOf(source) } : {}) })),
            total: table.total,
          },
        }
      : {}),
    ...(sources.length > 0 ? { sources: sources.slice(0, maxKept).map(placeOf) } : {}),
    ...(notes.length > 0 ? { notes: [...notes] } : {}),
    ...(workings === undefined ? {} : { workings }),
  }
}

function placeOf({ documentId: document_id, ...rest }: ToolSource): ToolPlace {
  return { document_id, ...rest }
}
