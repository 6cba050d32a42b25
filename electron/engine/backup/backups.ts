import { toCairnError } from '@shared/errors'
import type { BackupMoments, BackupReport, BackupSchedule, BackupStep, RestoreStep } from '@shared/api/store/backup-api'
import type { BackupDesk, BackUpRequest, OpenBackup, RestoreRequest } from '@engine/ports/backup-desk'
import { requireLong } from '@engine/platform/sealing/passphrase-key'
import { WorkQueue } from '@engine/platform/work-queue'
import { backUp } from './back-up'
import { fileToRead } from './archive/open-archive-file'
import { readArchive } from './archive/read-archive'
import { restore } from './restore'
import { KeptPassphrase } from './kept-passphrase'
import { ScheduledBackups, type ScheduledBackupsParts } from './scheduled-backups'
import type { RestoringStore } from './backed-up-store'
import type { Keychain } from '@engine/platform/sealing/kept-secret'

export interface BackupsParts {
  readonly store: RestoringStore
  /** Makes a stream of what a piece of work tells. */
  readonly stream: <Step>(
    work: (push: (step: Step) => void, signal: AbortSignal) => Promise<void>,
    signal?: AbortSignal,
  ) => AsyncGenerator<Step>
  /** Aborted when the engine closes. */
  readonly closing: AbortSignal
  /** What those need that are made by themselves. */
  readonly scheduled: Omit<ScheduledBackupsParts, 'folder' | 'now' | 'closing' | 'make' | 'passphrase'>
  /** Absent where the shell has none. */
  readonly keychain?: Keychain | undefined
}

/** Backups and restores of a store, one after another. */
export class Backups implements BackupDesk {
  readonly #queue = new WorkQueue()
  readonly #scheduled: ScheduledBackups
  readonly #passphrase: KeptPassphrase

  constructor(private readonly parts: BackupsParts) {
    const { store, closing, scheduled, keychain } = parts
    const write = (path: string, bytes: Uint8Array) => store.files.write(path, bytes)
    this.#passphrase = new KeptPassphrase({ folder: store.folder, keychain, write })
    const make = async (request: BackUpRequest): Promise<BackupReport> =>
      this.#queue.run(() => backUp({ ...request, signal: closing, progress: () => undefined }, store), closing)
    this.#scheduled = new ScheduledBackups({
      ...scheduled,
      folder: store.folder,
      now: () => store.now(),
      closing,
      make,
      passphrase: () => this.#passphrase.open(),
    })
  }

  backUp(input: BackUpRequest, signal?: AbortSignal): AsyncGenerator<BackupStep> {
    const { publish } = this.parts.scheduled
    return this.#run<BackupStep>(signal, async (progress, until) => {
      publish('making', null)
      try {
        progress({ type: 'done', report: await backUp({ ...input, signal: until, progress }, this.parts.store) })
        publish('made', null)
      } catch (thrown) {
        // Whoever stopped it knows.
        publish('failed', until.aborted ? null : toCairnError(thrown).report())
        throw thrown
      }
    })
  }

  restore(
    { path, whole_part, made_at, passphrase }: RestoreRequest,
    signal?: AbortSignal,
  ): AsyncGenerator<RestoreStep> {
    return this.#run<RestoreStep>(signal, async (progress, until) => {
      const request = { path, wholePart: whole_part, madeAt: made_at, passphrase, signal: until, progress }
      progress({ type: 'done', report: await restore(request, this.parts.store) })
    })
  }

  async moments({ path, passphrase }: OpenBackup, signal?: AbortSignal): Promise<BackupMoments> {
    const { closing } = this.parts
    const until = signal ? AbortSignal.any([signal, closing]) : closing
    const read = async () => {
      const file = await fileToRead(path, passphrase)
      return readArchive(file, { signal: until, mayBeTorn: true }).finally(() => file.forget())
    }
    const { moments, isTorn } = await this.#queue.run(read, until)
    const told = moments.map(({ moment: { made_at, cairn, counts } }) => ({ made_at, cairn, counts }))
    return { moments: told, is_whole: !isTorn }
  }

  async schedule(): Promise<BackupSchedule> {
    return { ...(await this.#scheduled.state()), passphrase: await this.#passphrase.state() }
  }

  async keepPassphrase(passphrase: string | null): Promise<BackupSchedule> {
    if (passphrase !== null) requireLong(passphrase)
    await this.#passphrase.keep(passphrase)
    this.look()
    return this.schedule()
  }

  /** To be called once the library can be asked, and whenever the settings may have changed. */
  look(): void {
    this.#scheduled.look()
  }

  /** Resolves when nothing is under way any more. */
  async idle(): Promise<void> {
    await this.#scheduled.idle()
    await this.#queue.idle()
  }

  #run<Step>(
    signal: AbortSignal | undefined,
    work: (push: (step: Step) => void, signal: AbortSignal) => Promise<void>,
  ): AsyncGenerator<Step> {
    const { stream, closing } = this.parts
    return stream<Step>((push, inner) => this.#queue.run(() => work(push, AbortSignal.any([inner, closing]))), signal)
  }
}
