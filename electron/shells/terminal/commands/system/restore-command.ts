import type { RestoreReport } from '@shared/api/backup-api'
import type { Command, Context } from '../../command'
import { followToReport } from '../../print/follow-to-report'
import { printableLine } from '../../print/printable'

export const restore: Command = {
  name: 'restore',
  usage: '<file> [--whole-part] [--json]',
  about: 'aboutRestore',
  options: ['whole-part', 'json'],
  needs: 'whatBackupFile',
  maxOperands: 1,
  async run(context) {
    const { args } = context
    const input = { path: context.resolvePath(args.operands[0] ?? ''), whole_part: args.has('whole-part') }
    const client = await context.client()
    const begin = () => client.backups.restore(input, { signal: context.signal })
    return followToReport(context, context.say('restoring'), begin, printReport)
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
