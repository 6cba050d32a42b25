import { readFile, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { BackupSchedule, type BackupReport } from '@shared/api/store/backup-api'
import { CairnError, type ErrorReport, hasCode, toCairnError } from '@shared/errors'
import type { BackupSettings } from '@shared/settings'
import { exists } from '@engine/platform/durable-files'
import type { BackUpRequest } from '@engine/ports/backup-desk'

export interface ScheduledBackupsParts {
  readonly settings: () => BackupSettings
  /** The store folder, absolute. */
  readonly folder: string
  readonly write: (path: string, text: string) => Promise<void>
  readonly make: (request: BackUpRequest) => Promise<BackupReport>
  /** What is to open them. Throws where it is kept nowhere. */
  readonly passphrase: () => Promise<string>
  /** Nobody waits for anything else while one is made. */
  readonly quiet: { whenQuiet(signal: AbortSignal): Promise<void> }
  /** Told when one begins, was made or failed; of the same failure once. */
  readonly publish: (state: 'making' | 'made' | 'failed', failed: ErrorReport | null) => void
  /** Resolves after so many milliseconds, rejects when aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Aborted when the engine closes. */
  readonly closing: AbortSignal
  readonly log: (line: string) => void
}

const Kept = BackupSchedule.pick({ last: true }).extend({
  /** The folder that the settings named then: another one is begun at once. */
  folder: z.string(),
  /** Whether the last one has a passphrase: so it is with one of the other kind. */
  sealed: z.boolean().default(false),
})
type Kept = z.infer<typeof Kept>

/** A command is over by then, and a window has what it needs. */
const afterStartMs = 60_000
const againMs = 3_600_000
/** Somewhat less than a day and a week: who starts Cairn each morning has a backup each morning. */
const periodMs = { day: 20 * 3_600_000, week: 6.5 * 86_400_000 }
const fileName = (number: number, sealed: boolean) =>
  `cairn-backup${number === 1 ? '' : `-${number}`}.${sealed ? 'sealed' : 'tar'}`

/** Backups that are made by themselves, into one file that keeps the last moments. */
export class ScheduledBackups {
  #kept: Kept | undefined
  #failed: BackupSchedule['failed'] = null
  #isMaking = false
  #following: Promise<void> | undefined
  #wake = new AbortController()

  constructor(private readonly parts: ScheduledBackupsParts) {}

  async state(): Promise<Omit<BackupSchedule, 'passphrase'>> {
    const { every, folder } = this.parts.settings()
    const last = this.#kept?.last ?? null
    const there = {
      folder: every === 'never' || folder === '' || (await isFolder(folder)),
      last: last === null || (await exists(last.path)),
    }
    return { last, there, due_at: this.#dueAt(), running: this.#isMaking, failed: this.#failed }
  }

  /** Begins to follow what the settings want; later calls have it look at them again. */
  look(): void {
    if (!this.#following) this.#following = this.#follow().catch(() => undefined)
    else this.#wake.abort()
  }

  /** Resolves when nothing is under way any more; to be called after `closing` was aborted. */
  async idle(): Promise<void> {
    await this.#following
  }

  async #follow(): Promise<void> {
    const { closing, wait, quiet, now } = this.parts
    this.#kept = await this.#read()
    await wait(afterStartMs, closing)
    while (!closing.aborted) {
      // Made before it is looked: a change meanwhile is not slept through.
      this.#wake = new AbortController()
      const due = this.#dueAt()
      if (due !== null && due <= now()) {
        await quiet.whenQuiet(closing)
        await this.#makeOne()
      }
      await wait(againMs, AbortSignal.any([closing, this.#wake.signal])).catch(() => undefined)
    }
  }

  #dueAt(): number | null {
    const { settings, now } = this.parts
    const { every, folder } = settings()
    if (every === 'never' || folder === '') return null
    const last = this.#lastOf(settings())
    // A clock that was put back must not put the next one off for a year.
    return last && last.made_at <= now() ? last.made_at + periodMs[every] : now()
  }

  async #makeOne(): Promise<void> {
    const { settings, publish, closing, log, now } = this.parts
    const { folder, sealed } = settings()
    this.#isMaking = true
    publish('making', null)
    const before = this.#failed?.error.message
    try {
      await requireFolder(folder)
      const last = await this.#make(settings())
      await this.#keep({ folder, sealed, last })
      this.#failed = null
    } catch (thrown) {
      if (closing.aborted) return
      const error = toCairnError(thrown)
      log(`backup: ${error.code} ${error.message}`)
      this.#failed = { at: now(), error: error.report() }
    } finally {
      this.#isMaking = false
    }
    const error = this.#failed?.error ?? null
    publish(error ? 'failed' : 'made', error?.message === before ? null : error)
  }

  async #make(settings: BackupSettings): Promise<NonNullable<BackupSchedule['last']>> {
    const { keep, sealed } = settings
    const passphrase = sealed ? await this.parts.passphrase() : undefined
    const make = async (path: string) => {
      const { made_at, byte_size, moments, old_list } = await this.parts.make({ path, keep, passphrase })
      return { made_at, path, byte_size, moments, old_list }
    }
    const before = this.#lastOf(settings)?.path
    try {
      return await make(before ?? (await freePath(settings)))
    } catch (thrown) {
      // The one of before keeps its passphrase: with another one, another file is begun.
      if (before === undefined || toCairnError(thrown).code !== 'PASSWORD_WRONG') throw thrown
      return await make(await freePath(settings))
    }
  }

  /** The last one, where it is of the kind that is wanted now. */
  #lastOf({ folder, sealed }: BackupSettings): BackupSchedule['last'] {
    return this.#kept?.folder === folder && this.#kept.sealed === sealed ? this.#kept.last : null
  }

  async #keep(kept: Kept): Promise<void> {
    this.#kept = kept
    await this.parts.write(this.#path, JSON.stringify(kept))
  }

  async #read(): Promise<Kept | undefined> {
    try {
      return Kept.safeParse(JSON.parse(await readFile(this.#path, 'utf8'))).data
    } catch {
      // Then the next one is due, into a file of its own.
      return undefined
    }
  }

  get #path(): string {
    return join(this.parts.folder, 'backup-schedule.json')
  }
}

/** It is never made: where a disk is not there, the folder would be on another one. */
async function requireFolder(folder: string): Promise<void> {
  if (!isAbsolute(folder)) {
    throw new CairnError('INVALID_INPUT', `“${folder}” is not a whole path.`, 'Name the whole path of the folder.')
  }
  if (await isFolder(folder)) return
  throw new CairnError(
    'FILE_VANISHED',
    `The folder for backups is not there: ${folder}`,
    'Connect its disk, or choose another folder in Settings, Data.',
  )
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((thrown: unknown) => {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return undefined
    throw thrown
  })
  return found?.isDirectory() === true
}

/** A path that nobody has made yet: another store may have its backups in this folder. */
async function freePath({ folder, sealed }: BackupSettings): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = join(folder, fileName(number, sealed))
    if (!(await exists(path))) return path
  }
}
