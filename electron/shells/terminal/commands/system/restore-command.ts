import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import type { RestoreInput, RestoreReport } from '@shared/api/store/backup-api'
import { localTime } from '@shared/dates/local-time'
import { UsageError } from '../../args'
import { exitCode, type Command, type Context } from '../../command'
import { tableLines } from '../../print/align-columns'
import { followToReport } from '../../print/follow-to-report'
import { printableLine } from '../../print/printable'
import { passphraseOptions, readPassphrase } from '../../read-passphrase'

export const restore: Command = {
  name: 'restore',
  usage: '<file> [--passphrase] [--passphrase-fd number] [--list] [--moment number] [--whole-part] [--json]',
  about: 'aboutRestore',
  notes: ['passphraseWays'],
  options: ['list', 'moment', 'whole-part', 'json', ...passphraseOptions],
  needs: 'whatBackupFile',
  maxOperands: 1,
  async run(context) {
    const { args } = context
    const path = context.resolvePath(args.operands[0] ?? '')
    const passphrase = await readPassphrase(context, { isNew: false, command: 'restore' })
    // A new store for a file that brings nothing would stay behind.
    if (!existsSync(join(context.storeFolder, 'store.json'))) await context.world.requireBackup(path, passphrase)
    if (args.has('list')) return list(context, { path, passphrase })
    const made_at = await momentOf(context, { path, passphrase })
    const input = { path, passphrase, whole_part: args.has('whole-part'), made_at }
    const client = await context.client()
    const begin = () => client.backups.restore(input, { signal: context.signal })
    return followToReport(context, context.say('restoring'), begin, printReport)
  },
}

type OpenBackup = Pick<z.input<typeof RestoreInput>, 'path' | 'passphrase'>

/** Prints the moments of a backup, oldest first. */
async function list({ client, out, err, say, args }: Context, backup: OpenBackup): Promise<number> {
  const held = await (await client()).backups.moments(backup)
  if (args.has('json')) {
    out.line(JSON.stringify(held))
    return exitCode.fine
  }
  const rows = held.moments.map(({ made_at, counts: { documents, sessions } }, at) => [
    String(at + 1),
    localTime(made_at),
    say('momentHolds', { documents, sessions }),
  ])
  for (const line of tableLines(rows, new Set([0]))) out.line(line)
  if (!held.is_whole) err.line(say('backupNotWhole'))
  return exitCode.fine
}

/** When the moment was made whose number in the list is asked for; undefined for the last. */
async function momentOf({ client, args }: Context, backup: OpenBackup): Promise<number | undefined> {
  const text = args.text('moment')
  if (text === undefined) return undefined
  const { moments } = await (await client()).backups.moments(backup)
  const moment = /^\d{1,6}$/u.test(text) ? moments[Number(text) - 1] : undefined
  if (moment) return moment.made_at
  throw new UsageError('badMoment', { value: text, last: String(moments.length) }, 'restore')
}

function printReport(
  { documents, sessions, research, notebooks, ...files }: RestoreReport,
  { out, err, say }: Context,
): void {
  out.line(say('restoredDocuments', { added: documents.added, here: documents.here }))
  out.line(say('restoredSessions', { added: sessions.added, here: sessions.here }))
  if (research + notebooks.added > 0) out.line(say('restoredNotes', { research, notebooks: notebooks.added }))
  const { question_sets: sets, evaluation_runs: runs } = files
  if (sets + runs > 0) out.line(say('restoredQuestions', { sets, runs }))
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
