import type { DocumentRecord } from '@shared/documents'
import type { CairnError, ErrorCode } from '@shared/errors'

/** The record of a document whose work has failed; `readAgain` where it was only to be parsed again for what OCR had read. */
export function failedRecord(
  current: DocumentRecord,
  error: CairnError,
  readAgain: boolean,
  updated_at: number,
): DocumentRecord {
  const pending = isOfTheFile(error.code) ? null : current.pending
  // What OCR found no text in was live only to wait for it.
  const live = readAgain && current.char_count === 0 ? null : current.live
  const gaps = readAgain ? current.gaps.filter(({ kind }) => kind !== 'pages_waiting') : current.gaps
  return { ...current, status: 'failed', pending, live, gaps, error: error.report(), updated_at }
}

/** Whether an error lies in the file itself. Any other leaves what was parsed, to be tried again. */
function isOfTheFile(code: ErrorCode): boolean {
  return /^(?:FILE|FORMAT|NO_TEXT|ARCHIVE|PARSE|PASSWORD)/u.test(code)
}
