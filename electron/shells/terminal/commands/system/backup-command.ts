import type { BackupReport } from '@shared/api/backup-api'
import { exitCode, type Command, type Context } from '../../command'
import { printableJson, printableLine } from '../../print/printable'
import { Progress } from '../../print/progress'

export const backup: Command = {
  name: 'backup',
  usage: '<file> [--json]',
  about: 'aboutBackup',
  options: ['json'],
  needs: 'whatBackupFile',
  maxOperands: 1,
  async run(context) {
    const { args, out, err, say, world, signal } = context
    const path = context.resolvePath(args.operands[0] ?? '')
    const progress = new Progress(err, () => world.now(), say('backingUp'))
    const client = await context.client()
    try {
      for await (const step of await client.backups.back_up({ path }, { signal })) {
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
  { path, counts, byte_size, new_bytes, moments, damaged }: BackupReport,
  { out, err, say }: Context,
): void {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
  out.line(say('backedUp', { ...counts, file: printableLine(path) }))
  out.line(say('backedUpSize', { size: megabytes(byte_size), fresh: megabytes(new_bytes), moments }))
  for (const name of damaged) err.line(`✗ ${printableLine(say('backupDamaged', { name }))}`)
}
