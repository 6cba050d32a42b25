import type { NotebookHeader } from '@shared/research/notebook-shapes'
import { localTime } from '@shared/dates/local-time'
import { UsageError } from '../../args'
import { exitCode, type Command, type Context } from '../../command'
import { tableLines } from '../../print/align-columns'
import { printableLine, printedAsJson } from '../../print/printable'
import { notebookOf, noteActions } from './note-actions'
import { exportOptions, exportUsage, reportExportOf, writeReport } from './report-format'

export const notes: Command = {
  name: 'notes',
  usage: `[<notebook>|new <title>|add <notebook> <text>|items <notebook>|edit <notebook> <item> <text>|comment <notebook> <item> <text>|move <notebook> <item> <place>|remove <notebook> <item>|rename <notebook> <title>|use <notebook> on/off|search <words…>|trash <notebook>|restore <id>] ${exportUsage}`,
  about: 'aboutNotes',
  options: [...exportOptions],
  needs: null,
  maxOperands: Infinity,
  async run(context) {
    const { args } = context
    const client = await context.client()
    const list = await client.notes.list()
    const [wanted, ...operands] = args.operands
    if (wanted === undefined) return printList(context, list)
    const action = operands.length > 0 && Object.hasOwn(noteActions, wanted) ? noteActions[wanted] : undefined
    if (action) return action(context, operands, { client, list })
    if (operands.length > 0)
      throw new UsageError('tooManyOperands', { command: 'notes', value: operands[0] ?? '' }, 'notes')
    const { id } = notebookOf(list, wanted)
    const request = reportExportOf(args, 'notes')
    const chunks = await client.notes.export({ id, ...request }, { signal: context.signal })
    await writeReport(context, chunks, { request, doing: 'exportingNotes' })
    return exitCode.fine
  },
}

function printList({ args, out, err, say }: Context, list: readonly NotebookHeader[]): number {
  if (printedAsJson({ args, out }, list)) return exitCode.fine
  if (list.length === 0) {
    err.line(say('noNotebooks'))
    return exitCode.fine
  }
  const rows = list.map(({ id, title, updated_at, count, as_evidence: used }) => [
    id,
    localTime(updated_at),
    String(count),
    used ? say('yes') : say('no'),
    printableLine(title),
  ])
  const head = ['id', say('updated'), say('noteCount'), say('searched'), say('title')]
  for (const line of tableLines([head, ...rows], new Set([2]))) out.line(line)
  return exitCode.fine
}
