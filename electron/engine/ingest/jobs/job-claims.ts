import { CairnError } from '@shared/errors'
import type { DocumentRecord } from '@shared/documents'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'

/** The reason of a signal that a person aborted. Any other leaves unfinished documents to the next start. */
export const jobStopped = new CairnError(
  'CANCELLED',
  'Adding this document was stopped before it was done.',
  'Try it again when you want it.',
)

/** Which running jobs have which documents among theirs. */
export class JobClaims {
  readonly #jobs = new Map<string, number>()

  constructor(
    private readonly catalogue: DocumentCatalogue,
    private readonly now: () => number,
  ) {}

  claim(id: string): void {
    this.#jobs.set(id, (this.#jobs.get(id) ?? 0) + 1)
  }

  release(ids: ReadonlySet<string>): void {
    for (const id of ids) {
      const others = (this.#jobs.get(id) ?? 1) - 1
      if (others === 0) this.#jobs.delete(id)
      else this.#jobs.set(id, others)
    }
  }

  /** What a stopped job leaves unfinished must not look as if it were still coming, unless another job has it too. */
  async rest(ids: ReadonlySet<string>): Promise<void> {
    const error = jobStopped.report()
    const left = [...ids].filter((id) => !this.#jobs.has(id))
    await Promise.all(
      left.map((id) =>
        this.catalogue.update(id, (current) => {
          if (!isUnfinished(current) || this.#jobs.has(id)) return current
          return { ...current, status: 'failed', error, updated_at: this.now() }
        }),
      ),
    )
  }
}

/** Whether a document's work has not come to rest. */
export function isUnfinished({ status, part_of, live }: DocumentRecord): boolean {
  if (status === 'failed') return false
  // Its outer file may have changed while its earlier bytes were still being read.
  if (part_of !== null && live?.content_hash !== part_of.content_hash) return true
  return status !== 'ready' && status !== 'partial'
}
