import type { ReportFormat } from '@shared/api/research-api'
import { type ErrorReport, toCairnError } from '@shared/errors'
import type { ResearchRun } from '@shared/research/research-run'
import { type ExportedReport, exportReport } from './export-report'

export interface ReportTask {
  readonly run: ResearchRun
  readonly format: ReportFormat
}

/** Errors cross as reports: a thrown one would lose its class and code. */
export type ReportAnswer =
  { readonly ok: true; readonly file: ExportedReport } | { readonly ok: false; readonly error: ErrorReport }

/** The entry of the thread that writes reports: a long PDF takes seconds of processor time. */
export default async function writeReport({ run, format }: ReportTask): Promise<ReportAnswer> {
  try {
    return { ok: true, file: await exportReport(run, format) }
  } catch (thrown) {
    return { ok: false, error: toCairnError(thrown).report() }
  }
}
