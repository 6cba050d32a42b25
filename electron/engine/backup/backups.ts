import type { BackupStep, RestoreStep } from '@shared/api/backup-api'
import type { BackupDesk } from '@engine/ports/backup-desk'
import { WorkQueue } from '@engine/platform/work-queue'
import { backUp } from './back-up'
import { restore } from './restore'
import type { RestoringStore } from './backed-up-store'

export interface BackupsParts {
  readonly store: RestoringStore
  /** Makes a stream of what a piece of work tells. */
  readonly stream: <Step>(
    work: (push: (step: Step) => void, signal: AbortSignal) => Promise<void>,
    signal?: AbortSignal,
  ) => AsyncGenerator<Step>
  /** Aborted when the engine closes. */
  readonly closing: AbortSignal
}

/** Backups and restores of a store, one after another. */
export class Backups implements BackupDesk {
  readonly #queue = new WorkQueue()

  constructor(private readonly parts: BackupsParts) {}

  backUp(path: string, signal?: AbortSignal): AsyncGenerator<BackupStep> {
    return this.#run<BackupStep>(signal, async (progress, until) => {
      const report = await backUp({ path, signal: until, progress }, this.parts.store)
      progress({ type: 'done', report })
    })
  }

  restore(input: Parameters<BackupDesk['restore']>[0], signal?: AbortSignal): AsyncGenerator<RestoreStep> {
    return this.#run<RestoreStep>(signal, async (progress, until) => {
      const request = { path: input.path, wholePart: input.whole_part, signal: until, progress }
      progress({ type: 'done', report: await restore(request, this.parts.store) })
    })
  }

  /** Resolves when nothing is under way any more. */
  async idle(): Promise<void> {
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
