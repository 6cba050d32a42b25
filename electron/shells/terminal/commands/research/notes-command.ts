import type { NotebookHeader } from '@shared/research/notebook-shapes'
import { UsageError } from '../../args'
import { exitCode, type Command, type Context } from '../../command'
import { tableLines } from '../../print/align-columns'
import { printableLine, printedAsJson } from '../../print/printable'
import { exportOptions, exportUsage, reportExportOf, writeReport } from './report-format'

export const notes: Command = {
  name: 'notes',
  usage: `[<notebook>] ${exportUsage}`,
  about: 'aboutNotes',
  options: [...exportOptions],
  needs: null,
  maxOperands: 1,
  async run(context) {
    const { args } = context
    const client = await context.client()
    const list = await client.notes.list()
    const [wanted] = args.operands
    if (wanted === undefined) return printList(context, list)
    const { id } = chosen(list, wanted)
    const request = reportExportOf(args, 'notes')
    const chunks = await client.notes.export({ id, ...request }, { signal: context.signal })
    await writeReport(context, chunks, { request, doing: 'exportingNotes' })
    return exitCode.fine
  },
}

/** The notebook of this id, or of this title where only one has it. */
function chosen(list: readonly NotebookHeader[], wanted: string): NotebookHeader {
  const called = list.filter(({ title }) => title === wanted)
  const one = list.find(({ id }) => id === wanted) ?? (called.length === 1 ? called[0] : undefined)
  if (one) return one
  throw new UsageError(called.length > 1 ? 'notebooksCalled' : 'noNotebook', { value: wanted }, 'notes')
}

function printList({ args, out, err, say }: Context, list: readonly NotebookHeader[]): number {
  if (printedAsJson({ args, out }, list)) return exitCode.fine
  if (list.length === 0) {
    err.line(say('noNotebooks'))
    return exitCode.fine
  }
  const rows = list.map(({ id, title, updated_at, count, as_evidence: used }) => [
    id,
    updated_at,
    String(count),
    used ? say('yes') : say('no'),
    printableLine(title),
  ])
  const head = ['id', say('updated'), say('noteCount'), say('searched'), say('title')]
  for (const line of tableLines([head, ...rows], new Set([2]))) out.line(line)
  return exitCode.fine
}
