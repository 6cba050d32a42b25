import type { BackupReport } from '@shared/api/backup-api'
import type { Command, Context } from '../../command'
import { followToReport } from '../../print/follow-to-report'
import { printableLine } from '../../print/printable'

export const backup: Command = {
  name: 'backup',
  usage: '<file> [--json]',
  about: 'aboutBackup',
  options: ['json'],
  needs: 'whatBackupFile',
  maxOperands: 1,
  async run(context) {
    const path = context.resolvePath(context.args.operands[0] ?? '')
    const client = await context.client()
    const begin = () => client.backups.back_up({ path }, { signal: context.signal })
    return followToReport(context, context.say('backingUp'), begin, printReport)
  },
}

function printReport(
  { path, counts, byte_size, new_bytes, moments, damaged }: BackupReport,
  { out, err, say }: Context,
): void {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
  out.line(say('backedUp', { ...counts, file: printableLine(path) }))
  out.line(say('backedUpSize', { size: megabytes(byte_size), fresh: megabytes(new_bytes), moments }))
  for (const name of damaged) err.line(`✗ ${printableLine(say('backupDamaged', { name }))}`)
}
