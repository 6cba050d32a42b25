import type { ReportFormat } from '@shared/api/research-api'
import { CairnError } from '@shared/errors'
import type { Notebook } from '@shared/research/notebook-shapes'
import type { ResearchRun } from '@shared/research/research-run'
import type { SessionContext } from '@shared/session/session-context'
import { exportedName } from '@engine/session/export/exported-name'
import { canonicalJson } from '@engine/session/export/bundle/canonical-json'
import { chatPage } from '../notes/chat-page'
import { notebookPage } from '../notes/notebook-page'
import { reportDocx } from './report-docx'
import { reportHtml } from './report-html'
import { reportMarkdown } from './report-markdown'
import { reportPage, type ReportPage } from './report-page'
import { reportPdf } from './report-pdf'

/** A report as one file. */
export interface ExportedReport {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

type PageFormat = Exclude<ReportFormat, 'json'>

const formats: Record<
  PageFormat,
  { extension: string; mediaType: string; write: (page: ReportPage) => string | Promise<Uint8Array> }
> = {
  markdown: { extension: 'md', mediaType: 'text/markdown', write: reportMarkdown },
  html: { extension: 'html', mediaType: 'text/html', write: reportHtml },
  docx: {
    extension: 'docx',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    write: reportDocx,
  },
  pdf: { extension: 'pdf', mediaType: 'application/pdf', write: reportPdf },
}

/** Writes the report of a run in a format; `json` is the whole run. Throws NOT_FOUND where it has no report. */
export async function exportReport(run: ResearchRun, format: ReportFormat): Promise<ExportedReport> {
  const { report } = run
  if (report === null) {
    throw new CairnError('NOT_FOUND', 'There is no report yet.', 'Wait until the research is done, or stop it.')
  }
  if (format === 'json') return jsonFile(exportedName(report.title, run.header.id, 'json'), run)
  return pageFile(reportPage(report, run), run.header.id, format)
}

/** Writes a notebook in a format; `json` is all of it. */
export async function exportNotebook(notebook: Notebook, format: ReportFormat): Promise<ExportedReport> {
  const { id, title } = notebook
  if (format === 'json') return jsonFile(exportedName(title, id, 'json'), notebook)
  return pageFile(notebookPage(notebook), id, format)
}

/** Writes a chat in a format; `json` is its record. */
export async function exportChat(chat: SessionContext, format: ReportFormat): Promise<ExportedReport> {
  const id = chat.session.session_id
  const page = chatPage(chat)
  return format === 'json' ? jsonFile(exportedName(page.title, id, 'json'), chat) : pageFile(page, id, format)
}

function jsonFile(name: string, content: object): ExportedReport {
  return { name, mediaType: 'application/json', bytes: Buffer.from(canonicalJson(content), 'utf8') }
}

async function pageFile(page: ReportPage, id: string, format: PageFormat): Promise<ExportedReport> {
  const { extension, mediaType, write } = formats[format]
  const written = await write(page)
  return {
    name: exportedName(page.title, id, extension),
    mediaType,
    bytes: typeof written === 'string' ? Buffer.from(written, 'utf8') : written,
  }
}
