import { randomBytes } from 'node:crypto'
import { rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { exists, replaceDurably } from '@engine/platform/durable-files'

const spareBytes = 2 * 1024 * 1024
/** Less than so much free counts as a full disk. */
const fullBytes = spareBytes
/** Where less than so much is free, keeping room would only make the disk full. */
const plentyBytes = 16 * spareBytes

/**
 * Two megabytes that the store keeps occupied, `spare-room`, to give them up when the disk is full: so that documents can still be
 * listed, read, asked and deleted then.
 */
export class SpareRoom {
  readonly #path: string
  #wasGivenUp = false

  constructor(
    private readonly folder: string,
    private readonly log: (line: string) => void,
  ) {
    this.#path = join(folder, 'spare-room')
  }

  /** Gives up the room where the disk is full. Never rejects: whoever needs it is told by the disk. */
  async giveUp(): Promise<void> {
    try {
      if (!(await exists(this.#path)) || (await this.#free()) >= fullBytes) return
      await rm(this.#path, { force: true })
      this.#wasGivenUp = true
      this.log('store: the disk is full; the room kept for that was given up.')
    } catch (thrown) {
      this.log(`store: no room could be made: ${String(thrown)}`)
    }
  }

  /** Keeps the room where there is plenty. What is left of room that was given up is kept `inTheEnd` at least. Never rejects. */
  async keep({ inTheEnd } = { inTheEnd: false }): Promise<void> {
    try {
      if (await exists(this.#path)) return
      const free = await this.#free()
      if (free < plentyBytes && !(inTheEnd && this.#wasGivenUp)) return
      // Random: of zeros some file systems would keep none.
      const bytes = randomBytes(Math.min(spareBytes, free))
      await replaceDurably(this.#path, bytes, join(this.folder, 'tmp', 'spare-room'))
    } catch (thrown) {
      this.log(`store: no room could be kept for a full disk: ${String(thrown)}`)
    }
  }

  async #free(): Promise<number> {
    const { bavail, bsize } = await statfs(this.folder)
    return bavail * bsize
  }
}
