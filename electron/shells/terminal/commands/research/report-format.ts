import { type ReportExport, ReportFormat } from '@shared/api/research-api'
import type { ExportChunk } from '@shared/session/turn-context'
import { UsageError, type Arguments } from '../../args'
import type { Context } from '../../command'
import { isRedacted, printExport, saveExport } from '../../print/save-export'
import type { Word } from '../../words/terminal-words'

const byExtension: Readonly<Record<string, ReportFormat>> = {
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  docx: 'docx',
  pdf: 'pdf',
  json: 'json',
}

/** The options of `reportExportOf`. */
export const exportOptions = ['format', 'out', 'json', 'with-sensitive', 'replace-paths'] as const
export const exportUsage = `[--format ${ReportFormat.options.join('|')}] [--out file] [--json] [--with-sensitive] [--replace-paths]`

/** How a report or notebook is to be exported. Throws UsageError. */
export function reportExportOf(args: Arguments, command: string): ReportExport {
  return {
    format: args.has('json') ? 'json' : reportFormatOf(args, command),
    leave_out_sensitive: !args.has('with-sensitive'),
    replace_paths: args.has('replace-paths'),
  }
}

/** Writes a report or notebook to stdout, or to a file where that is asked for or cannot be read; says how much was left out. */
export async function writeReport(
  context: Context,
  chunks: AsyncIterable<ExportChunk>,
  { request, doing }: { readonly request: ReportExport; readonly doing: Word },
): Promise<void> {
  const { args, err, say } = context
  const { format } = request
  const toFile = args.text('out') !== undefined || format === 'docx' || format === 'pdf'
  const { redaction } = await (toFile
    ? saveExport(context, chunks, doing)
    : printExport(context, chunks, format === 'json'))
  if (isRedacted(redaction) || request.replace_paths === true) err.line(say('redacted', redaction))
}

/** The format asked for with `--format`, or that of the file named with `--out`; Markdown otherwise. Throws UsageError. */
function reportFormatOf(args: Arguments, command: string): ReportFormat {
  const value = args.text('format')
  if (value === undefined)
    return byExtension[/\.(\w+)$/u.exec(args.text('out') ?? '')?.[1]?.toLowerCase() ?? ''] ?? 'markdown'
  const format = ReportFormat.safeParse(value).data
  if (format) return format
  throw new UsageError('badChoice', { value, option: '--format', names: ReportFormat.options.join(', ') }, command)
}
