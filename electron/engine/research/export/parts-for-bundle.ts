import { toCairnError } from '@shared/errors'
import type { Notebook, NotebookHeader } from '@shared/research/notebook-shapes'
import type { ResearchRun, RunHeader } from '@shared/research/research-run'
import type { BundlePart, BundleParts } from '@engine/session/export/bundle/bundle-parts'
import { redactNotebook } from './redaction/redact-notebook'
import { redactRun } from './redaction/redact-run'
import type { Redacting, SensitiveLibrary } from './redaction/sensitive-evidence'
import { reportHtml } from './report-html'
import { reportPage } from './report-page'

interface Kept<Header, Whole> {
  list(): Promise<readonly Header[]>
  get(id: string): Promise<Whole>
}

interface KeptWork {
  readonly runs: Kept<RunHeader, ResearchRun>
  readonly notebooks: Kept<NotebookHeader, Notebook>
}

/**
 * Research that has a report, and notebooks, for a bundle: oldest first, each without what is to be left out. A run goes with the session
 * it was begun from; the rest goes with everything.
 */
export function partsForBundle(
  { runs, notebooks }: KeptWork,
  redacting: Redacting,
  library: SensitiveLibrary,
): BundleParts {
  let read: Promise<ResearchRun[]> | undefined
  const all = () => (read ??= wholeOf(runs).then((found) => found.toSorted(byAge((run) => run.header.created_at))))
  const bundledRun = (run: ResearchRun): BundlePart[] => {
    const { copy } = redactRun(run, redacting, library)
    const { report, header } = copy
    if (!report) return []
    const page = reportHtml(reportPage(report, copy))
    return [{ kind: 'research', id: header.id, title: header.title, page, data: copy }]
  }
  return {
    async of(sessionId) {
      // All at once: which session a run was begun from stands in its journal.
      return (await all()).filter((run) => run.from_turn?.session_id === sessionId).flatMap(bundledRun)
    },
    async others(sessionIds) {
      // Loaded only here, because it reads Markdown.
      const { notebookPage } = await import('../notes/notebook-page')
      const alone = (await all()).filter(({ from_turn: from }) => from === null || !sessionIds.has(from.session_id))
      const books = (await wholeOf(notebooks)).toSorted(byAge((book) => book.created_at))
      return [
        ...alone.flatMap(bundledRun),
        ...books.map((book): BundlePart => {
          const { copy } = redactNotebook(book, redacting, library)
          return { kind: 'notebook', id: copy.id, title: copy.title, page: reportHtml(notebookPage(copy)), data: copy }
        }),
      ]
    },
  }
}

/** What was deleted while others were read is no part of an export. */
async function wholeOf<Whole>(kept: Kept<{ readonly id: string }, Whole>): Promise<Whole[]> {
  const found = await Promise.all((await kept.list()).map(({ id }) => kept.get(id).catch(goneAsNull)))
  return found.filter((one) => one !== null)
}

function goneAsNull(thrown: unknown): null {
  if (toCairnError(thrown).code === 'NOT_FOUND') return null
  throw thrown
}

function byAge<Whole>(made: (whole: Whole) => string): (one: Whole, other: Whole) => number {
  return (one, other) => (made(one) < made(other) ? -1 : 1)
}
