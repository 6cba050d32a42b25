import { existsSync } from 'node:fs'
import { type BackupReport, type BackupSchedule, overdueSince } from '@shared/api/store/backup-api'
import { localTime } from '@shared/dates/local-time'
import { BackupSettings } from '@shared/settings'
import { type Arguments, oneOf, UsageError } from '../../args'
import { exitCode, type Command, type Context } from '../../command'
import { followToReport } from '../../print/follow-to-report'
import { printableLine } from '../../print/printable'
import { passphraseOptions, readPassphrase } from '../../read-passphrase'

const rhythms = BackupSettings.shape.every.unwrap().options

export const backup: Command = {
  name: 'backup',
  usage:
    '[file] [--passphrase] [--passphrase-fd number] [--keep number] [--every day|week|never] [--to folder] [--json]',
  about: 'aboutBackup',
  notes: ['passphraseWays'],
  options: ['keep', 'every', 'to', 'json', ...passphraseOptions],
  choices: { every: rhythms },
  needs: null,
  maxOperands: 1,
  async run(context) {
    const { args } = context
    const file = args.operands[0]
    const keep = keepOf(args)
    if (file === undefined) return schedule(context, keep)
    if (args.has('every') || args.has('to')) throw new UsageError('backupFileOrFolder', {}, 'backup')
    const path = context.resolvePath(file)
    const passphrase = await readPassphrase(context, { isNew: !existsSync(path), command: 'backup' })
    const client = await context.client()
    const begin = () => client.backups.back_up({ path, keep, passphrase }, { signal: context.signal })
    return followToReport(context, context.say('backingUp'), begin, printReport)
  },
}

/** Sets what the backups are to be that are made by themselves, where anything is said of them, and shows how they stand. */
async function schedule(context: Context, keep: number | undefined): Promise<number> {
  const { args, out, err, say } = context
  const rhythm = args.text('every')
  const every = rhythm === undefined ? undefined : oneOf(rhythms, rhythm, { option: 'every', command: 'backup' })
  const to = args.text('to')
  const folder = to === undefined ? undefined : context.resolvePath(to)
  const client = await context.client()
  const { backups: before } = await client.settings.get()
  // Nothing is saved of a schedule that could not make a single backup.
  if (every !== undefined && every !== 'never' && (folder ?? before.folder) === '') {
    throw new UsageError('scheduleNoFolder', {}, 'backup')
  }
  const passphrase = await readPassphrase(context, { isNew: true, command: 'backup' })
  if (passphrase !== undefined) await client.backups.keep_passphrase({ passphrase })
  const sealed = passphrase === undefined ? undefined : true
  const isSet = [every, folder, keep, sealed].some((one) => one !== undefined)
  const { backups } = isSet
    ? await client.settings.set({ backups: { every, folder, keep, sealed } })
    : { backups: before }
  const standing = await client.backups.schedule()
  const { last, there, failed } = standing
  const isFine = backups.every === 'never' || (!failed && backups.folder !== '' && there.folder && there.last)
  const code = isFine ? exitCode.fine : exitCode.failed
  if (args.has('json')) {
    out.line(JSON.stringify({ settings: backups, last, there, failed }))
    return code
  }
  if (backups.every === 'never') out.line(say('scheduleNever'))
  else if (backups.folder === '') err.line(say('scheduleNoFolder'))
  else {
    const shown = { folder: printableLine(backups.folder), keep: backups.keep }
    out.line(say(backups.every === 'day' ? 'scheduleDaily' : 'scheduleWeekly', shown))
    if (backups.sealed) out.line(say('scheduleSealed'))
  }
  sayLast(standing, context)
  if (!failed && !there.folder) err.line(`✗ ${printableLine(say('scheduleFolderGone', { folder: backups.folder }))}`)
  if (failed) err.line(`✗ ${printableLine(`${failed.error.message} ${failed.error.action}`)}`)
  return code
}

/** When the last one was made, what of it may be old, whether its file can be seen now, and whether the next is late. */
function sayLast(standing: BackupSchedule, { out, err, say, world }: Context): void {
  const { last, there } = standing
  if (!last) return
  out.line(say('scheduleLast', { file: printableLine(last.path), when: localTime(last.made_at) }))
  if (last.old_list) err.line(oldListText(last.old_list, say))
  if (!there.last) err.line(`✗ ${say('scheduleLastGone')}`)
  const since = overdueSince(standing, world.now())
  if (since !== null) err.line(say('scheduleLate', { when: localTime(since) }))
}

function oldListText({ known_at }: NonNullable<BackupReport['old_list']>, say: Context['say']): string {
  return known_at === null ? say('backupListUnknown') : say('backupListOld', { when: localTime(known_at) })
}

function keepOf(args: Arguments): number | undefined {
  const text = args.text('keep')
  if (text === undefined) return undefined
  const parsed = BackupSettings.shape.keep.safeParse(Number(text))
  if (parsed.success) return parsed.data
  throw new UsageError('badKeep', { value: text }, 'backup')
}

function printReport(
  { path, counts, byte_size, new_bytes, moments, damaged, old_list }: BackupReport,
  { out, err, say }: Context,
): void {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
  out.line(say('backedUp', { ...counts, file: printableLine(path) }))
  out.line(say('backedUpSize', { size: megabytes(byte_size), fresh: megabytes(new_bytes), moments }))
  if (old_list) err.line(oldListText(old_list, say))
  for (const name of damaged) err.line(`✗ ${printableLine(say('backupDamaged', { name }))}`)
}
