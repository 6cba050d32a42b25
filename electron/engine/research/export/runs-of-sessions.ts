import { toCairnError } from '@shared/errors'
import type { ExportInput } from '@shared/session/turn-context'
import type { ResearchRun, RunHeader } from '@shared/research/research-run'
import { isSensitive } from '@engine/session/context/current-sensitivity'
import { pathEdits } from '@engine/session/export/redaction/local-paths'
import { mapStrings } from '@engine/session/export/redaction/map-strings'
import { applyEdits } from '@engine/session/export/redaction/text-edits'
import type { BundleRun } from '@engine/session/export/bundle/bundle-runs'
import { reportHtml } from './report-html'
import { reportPage } from './report-page'

interface Runs {
  list(): Promise<readonly RunHeader[]>
  get(id: string): Promise<ResearchRun>
}

/**
 * Gives the research that was begun from the turns of a session, for a bundle: runs that have a report, oldest first. Runs that cite
 * sensitive documents are left out whole where those are, because every sentence of a report may rest on them.
 */
export function runsOfSessions(
  runs: Runs,
  { leave_out_sensitive: leaveOut, replace_paths: paths }: Pick<ExportInput, 'leave_out_sensitive' | 'replace_paths'>,
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
    return (await all).flatMap((run) => {
      if (run.from_turn?.session_id !== sessionId || (leaveOut && isSensitive(run.sensitivity))) return []
      return bundled(paths === true ? withoutPaths(run) : run)
    })
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

function withoutPaths(run: ResearchRun): ResearchRun {
  return mapStrings(run, (text) => applyEdits(text, pathEdits(text))) as ResearchRun
}
