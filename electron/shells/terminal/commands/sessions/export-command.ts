import { ExportFormat, type ExportInput } from '@shared/session/turn-context'
import { UsageError } from '../../args'
import { exitCode, type Command, type Context } from '../../command'
import { isRedacted, printExport, saveExport } from '../../print/save-export'
import { chosenSessions } from './session-choice'

export const exportSessions: Command = {
  name: 'export',
  usage:
    '<session>…|--all [--format bundle|json|model-context|markdown|html|docx|pdf|text] [--out file] [--with-sensitive] [--replace-paths]',
  about: 'aboutExport',
  options: ['all', 'format', 'out', 'with-sensitive', 'replace-paths'],
  needs: null,
  maxOperands: Infinity,
  async run(context) {
    const { err, say, args, signal } = context
    const input = inputOf(context)
    const client = await context.client()
    const chunks = await client.sessions.export(input, { signal })
    const toFile = args.text('out') !== undefined || ['bundle', 'docx', 'pdf'].includes(input.format)
    const isJson = input.format === 'json' || input.format === 'model-context'
    const { redaction } = await (toFile
      ? saveExport(context, chunks, 'exporting')
      : printExport(context, chunks, isJson))
    if (isRedacted(redaction) || input.replace_paths === true) err.line(say('redacted', redaction))
    return exitCode.fine
  },
}

function inputOf(context: Context): ExportInput {
  const { args } = context
  const ids = chosenSessions(context, 'export')
  const isOne = new Set(ids).size === 1
  return {
    ids,
    format: formatOf(args.text('format') ?? (isOne ? 'json' : 'bundle')),
    leave_out_sensitive: !args.has('with-sensitive'),
    replace_paths: args.has('replace-paths'),
  }
}

function formatOf(value: string): ExportFormat {
  const format = ExportFormat.safeParse(value).data
  if (format) return format
  throw new UsageError('badFormat', { value, formats: ExportFormat.options.join(', ') }, 'export')
}
