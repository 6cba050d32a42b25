import type { RestoreReport } from '@shared/api/backup-api'
import { exitCode, type Command, type Context } from '../../command'
import { printableJson, printableLine } from '../../print/printable'
import { Progress } from '../../print/progress'

export const restore: Command = {
  name: 'restore',
  usage: '<file> [--whole-part] [--json]',
  about: 'aboutRestore',
  options: ['whole-part', 'json'],
  needs: 'whatBackupFile',
  maxOperands: 1,
  async run(context) {
    const { args, out, err, say, world, signal } = context
    const input = { path: context.resolvePath(args.operands[0] ?? ''), whole_part: args.has('whole-part') }
    const progress = new Progress(err, () => world.now(), say('restoring'))
    const client = await context.client()
    try {
      for await (const step of await client.backups.restore(input, { signal })) {
        if (step.type === 'progress') progress.update(step.done, step.total, '')
        else {
          progress.end()
          if (args.has('json')) out.line(printableJson(step.report, 2))
          else printReport(step.report, context)
          return exitCode.fine
        }
      }
    } finally {
      progress.end()
    }
    if (signal.aborted) err.line(say('cancelled'))
    return exitCode.interrupted
  },
}

function printReport(
  { documents, sessions, research, notebooks, ...files }: RestoreReport,
  { out, err, say }: Context,
): void {
  out.line(say('restoredDocuments', { added: documents.added, here: documents.here }))
  out.line(say('restoredSessions', { added: sessions.added, here: sessions.here }))
  if (research + notebooks.added > 0) out.line(say('restoredNotes', { research, notebooks: notebooks.added }))
  const named = [
    ['restoredBeside', documents.beside],
    ['restoredSessionBeside', sessions.beside],
    ['restoredNotebookBeside', notebooks.beside],
    ['restoredFileKept', files.kept],
    ['restoredAtNextStart', files.at_next_start],
  ] as const
  for (const [word, names] of named) for (const name of names) out.line(printableLine(say(word, { name })))
  for (const name of documents.incomplete) err.line(`✗ ${printableLine(say('restoredIncomplete', { name }))}`)
}
