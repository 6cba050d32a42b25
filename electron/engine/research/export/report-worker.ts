import type { ReportFormat } from '@shared/api/research-api'
import { type ErrorReport, toCairnError } from '@shared/errors'
import type { Notebook } from '@shared/research/notebook-shapes'
import type { ResearchRun } from '@shared/research/research-run'
import type { SessionContext } from '@shared/session/session-context'
import { exportChat, type ExportedReport, exportNotebook, exportReport } from './export-report'

export type ReportTask = { readonly format: ReportFormat } & (
  { readonly run: ResearchRun } | { readonly notebook: Notebook } | { readonly chat: SessionContext }
)

/** Errors cross as reports: a thrown one would lose its class and code. */
export type ReportAnswer =
  { readonly ok: true; readonly file: ExportedReport } | { readonly ok: false; readonly error: ErrorReport }

/** The entry of the thread that writes reports: a long PDF takes seconds of processor time. */
export default async function writeReport(task: ReportTask): Promise<ReportAnswer> {
  try {
    return { ok: true, file: await fileOf(task) }
  } catch (thrown) {
    return { ok: false, error: toCairnError(thrown).report() }
  }
}

function fileOf(task: ReportTask): Promise<ExportedReport> {
  if ('run' in task) return exportReport(task.run, task.format)
  return 'notebook' in task ? exportNotebook(task.notebook, task.format) : exportChat(task.chat, task.format)
}
