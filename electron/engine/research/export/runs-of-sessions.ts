import { toCairnError } from '@shared/errors'
import type { ResearchRun, RunHeader } from '@shared/research/research-run'
import type { BundleRun } from '@engine/session/export/bundle/bundle-runs'
import { redactRun } from './redaction/redact-run'
import type { Redacting, SensitiveLibrary } from './redaction/sensitive-evidence'
import { reportHtml } from './report-html'
import { reportPage } from './report-page'

interface Runs {
  list(): Promise<readonly RunHeader[]>
  get(id: string): Promise<ResearchRun>
}

/**
 * Gives the research that was begun from the turns of a session, for a bundle: runs that have a report, oldest first, each without what
 * is to be left out.
 */
export function runsOfSessions(
  runs: Runs,
  redacting: Redacting,
  library: SensitiveLibrary,
): (sessionId: string) => Promise<BundleRun[]> {
  let all: Promise<ResearchRun[]> | undefined
  const read = async () => {
    const headers = await runs.list()
    const found = await Promise.all(headers.map(({ id }) => runs.get(id).catch(goneAsNull)))
    const begun = found.filter((run) => run !== null).filter((run) => run.from_turn !== null)
    return begun.toSorted((a, b) => (a.header.created_at < b.header.created_at ? -1 : 1))
  }
  return async (sessionId) => {
    // All at once: which session a run was begun from stands in its journal.
    all ??= read()
    return (await all).flatMap((run) =>
      run.from_turn?.session_id === sessionId ? bundled(redactRun(run, redacting, library).copy) : [],
    )
  }
}

/** A run that was deleted while others were read is no part of an export. */
function goneAsNull(thrown: unknown): null {
  if (toCairnError(thrown).code === 'NOT_FOUND') return null
  throw thrown
}

function bundled(run: ResearchRun): BundleRun[] {
  const { report, header } = run
  if (!report) return []
  return [{ id: header.id, title: header.title, page: reportHtml(reportPage(report, run)), data: run }]
}
