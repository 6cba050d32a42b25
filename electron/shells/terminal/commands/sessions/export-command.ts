import { ExportFormat, type ExportInput, type ExportPreview } from '@shared/session/turn-context'
import { UsageError } from '../../args'
import { exitCode, type Command, type Context } from '../../command'
import { printable, printableLine } from '../../print/printable'
import { isRedacted, printExport, saveExport } from '../../print/save-export'
import { chosenSessions } from './session-choice'

export const exportSessions: Command = {
  name: 'export',
  usage:
    '<session>…|--all [--turn id] [--format bundle|json|model-context|markdown|html|docx|pdf|text] [--preview] [--out file] [--with-sensitive] [--replace-paths]',
  about: 'aboutExport',
  options: ['all', 'turn', 'preview', 'format', 'out', 'with-sensitive', 'replace-paths'],
  needs: null,
  maxOperands: Infinity,
  async run(context) {
    const { err, say, args, signal } = context
    const input = inputOf(context)
    const client = await context.client()
    if (args.has('preview')) return preview(context, await client.sessions.preview(input))
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

/** How the file would begin, and what is left out of it; nothing is written. */
function preview({ out, err, say }: Context, { name, text, truncated, redaction }: ExportPreview): number {
  err.line(say('wouldBeWritten', { file: printableLine(name) }))
  out.write(out.isTTY ? printable(text) : text)
  if (!text.endsWith('\n')) out.line()
  if (truncated) err.line(say('previewEnds'))
  err.line(say('redacted', redaction))
  return exitCode.fine
}

function inputOf(context: Context): ExportInput {
  const { args } = context
  const ids = chosenSessions(context, 'export')
  const isOne = new Set(ids).size === 1
  const turn = args.text('turn')
  // One answer is there to be read: no program takes it.
  const usual = turn !== undefined ? 'markdown' : isOne ? 'json' : 'bundle'
  return {
    ids,
    format: formatOf(args.text('format') ?? usual),
    leave_out_sensitive: !args.has('with-sensitive'),
    replace_paths: args.has('replace-paths'),
    ...(turn !== undefined && { turn_id: turn }),
  }
}

function formatOf(value: string): ExportFormat {
  const format = ExportFormat.safeParse(value).data
  if (format) return format
  throw new UsageError('badChoice', { value, option: '--format', names: ExportFormat.options.join(', ') }, 'export')
}
