import type { ReportFormat } from '@shared/api/research-api'
import { type ErrorReport, toCairnError } from '@shared/errors'
import type { Notebook } from '@shared/research/notebook-shapes'
import type { ResearchRun } from '@shared/research/research-run'
import { type ExportedReport, exportNotebook, exportReport } from './export-report'

export type ReportTask = { readonly format: ReportFormat } & (
  { readonly run: ResearchRun } | { readonly notebook: Notebook }
)

/** Errors cross as reports: a thrown one would lose its class and code. */
export type ReportAnswer =
  { readonly ok: true; readonly file: ExportedReport } | { readonly ok: false; readonly error: ErrorReport }

/** The entry of the thread that writes reports: a long PDF takes seconds of processor time. */
export default async function writeReport(task: ReportTask): Promise<ReportAnswer> {
  try {
    const file = 'run' in task ? exportReport(task.run, task.format) : exportNotebook(task.notebook, task.format)
    return { ok: true, file: await file }
  } catch (thrown) {
    return { ok: false, error: toCairnError(thrown).report() }
  }
}
