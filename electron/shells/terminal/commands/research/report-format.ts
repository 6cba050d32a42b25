import { ReportFormat } from '@shared/api/research-api'
import { UsageError, type Arguments } from '../../args'

const byExtension: Readonly<Record<string, ReportFormat>> = {
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  docx: 'docx',
  pdf: 'pdf',
  json: 'json',
}

/** The format asked for with `--format`, or that of the file named with `--out`; Markdown otherwise. Throws UsageError. */
export function reportFormatOf(args: Arguments, command: string): ReportFormat {
  const value = args.text('format')
  if (value === undefined)
    return byExtension[/\.(\w+)$/u.exec(args.text('out') ?? '')?.[1]?.toLowerCase() ?? ''] ?? 'markdown'
  const format = ReportFormat.safeParse(value).data
  if (format) return format
  throw new UsageError('badFormat', { value, formats: ReportFormat.options.join(', ') }, command)
}
