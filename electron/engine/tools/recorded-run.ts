import { toCairnError } from '@shared/errors'
import type { ToolPlace, ToolRun } from '@shared/tools/tool-run'
import type { Language } from '@engine/text/language'
import type { ToolResult, ToolSource } from './tool'
import { failureWords } from './tool-failure'

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

/** Makes a call and records how it went; what the tool could not do is in the run's `error`, in words of `language`. Throws CANCELLED. */
export async function recordedCall(
  begun: Omit<ToolRun, 'state'>,
  { language, signal }: { readonly language: Language; readonly signal: AbortSignal },
  call: () => Promise<ToolResult>,
): Promise<ToolRun> {
  const start = performance.now()
  try {
    const result = await call()
    return { ...begun, state: 'done', ...asRecorded(result), ms: performance.now() - start }
  } catch (thrown) {
    signal.throwIfAborted()
    const error = toCairnError(thrown)
    const { words, nextStep } = failureWords(error)
    const report = { code: error.code, message: words[language], action: nextStep[language] }
    return { ...begun, state: 'failed', error: report, ms: performance.now() - start }
  }
}
