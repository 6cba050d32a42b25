import { CairnError, type ErrorReport } from '@shared/errors'

export interface FolderLock {
  release(): Promise<void>
}

/** The right to change the models folder, which one Cairn at a time has. */
export class FolderAccess {
  #lock: FolderLock | undefined
  #isUnguarded = false
  #problem: ErrorReport | null = null

  /** `lock` throws CairnError STORE_LOCKED where another Cairn has it; without `lock` there is no other. */
  constructor(
    private readonly folder: string,
    private readonly lock: ((folder: string) => Promise<FolderLock>) | undefined,
    private readonly log: (line: string) => void,
  ) {}

  get isHeld(): boolean {
    return this.#lock !== undefined || this.#isUnguarded
  }

  /** The problem to show while another Cairn holds the folder; null otherwise. */
  get problem(): ErrorReport | null {
    return this.#problem
  }

  /** Asks for it, once more where it was refused before. The folder exists. Returns whether it is held now. */
  async take(): Promise<boolean> {
    if (this.isHeld) return true
    try {
      this.#lock = await this.lock?.(this.folder)
      this.#isUnguarded = this.#lock === undefined
    } catch (thrown) {
      if (thrown instanceof CairnError && thrown.code === 'STORE_LOCKED') {
        const message = `Another Cairn uses the models folder ${this.folder}: models work here, but none can be added or deleted.`
        this.#problem = { code: 'STORE_LOCKED', message, action: thrown.action }
        return false
      }
      // Some file systems of external disks can hold no lock; their models are to be had all the same.
      this.log(`The models folder is used without a lock: ${String(thrown)}`)
      this.#isUnguarded = true
    }
    this.#problem = null
    return true
  }

  async release(): Promise<void> {
    await this.#lock?.release()
    this.#lock = undefined
    this.#isUnguarded = false
  }
}
