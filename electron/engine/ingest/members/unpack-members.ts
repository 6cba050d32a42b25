import { createHash } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CairnError, hasCode, toCairnError } from '@shared/errors'
import { limits } from '../files/read-regular-file'
import { freePath, memberPath } from './member-path'
import {
  archiveBomb,
  type FoundMember,
  type MemberBudget,
  type Members,
  type UnpackedMember,
  type Unread,
} from './members'

export interface UnpackOptions {
  /** Made with the first member; each becomes a file in it under a number. */
  readonly folder: string
  readonly budget: MemberBudget
  /** The most bytes of one member. */
  readonly memberBytes?: number
}

/** Unpacks members into files, counting real bytes rather than trusting the sizes that their archive claims. */
export class UnpackedMembers implements Members {
  readonly taken: UnpackedMember[] = []
  readonly #paths = new Set<string>()
  #bytes = 0
  #isFull = false
  #files = 0

  constructor(private readonly options: UnpackOptions) {}

  get isFull(): boolean {
    const { budget } = this.options
    return this.#isFull || !budget.mayHold || this.taken.length >= budget.count
  }

  get bombBytes(): number {
    return this.options.budget.bombBytes
  }

  async add({ path: raw, pieces, modified }: FoundMember): Promise<Unread | 'taken'> {
    if (!this.options.budget.mayHold) return 'too deep'
    if (this.isFull) return 'too many'
    const path = freePath(memberPath(raw) ?? 'document', (other) => this.#paths.has(other))
    const file = join(this.options.folder, String(this.#files))
    if (this.#files === 0) await mkdir(this.options.folder, { recursive: true, mode: 0o700 })
    this.#files += 1
    const written = await this.#write(file, pieces)
    if (typeof written === 'string') {
      await rm(file, { force: true })
      return written
    }
    this.#paths.add(path)
    this.taken.push({ path, file, ...written, modified: modified ?? null })
    return 'taken'
  }

  async #write(file: string, pieces: FoundMember['pieces']): Promise<{ size: number; hash: string } | Unread> {
    const { budget, memberBytes = limits.fileBytes } = this.options
    const hash = createHash('sha256')
    const target = await open(file, 'w', 0o600)
    let size = 0
    try {
      for await (const piece of pieces) {
        size += piece.length
        // Bytes that are given up count as well: unpacking them was work.
        this.#bytes += piece.length
        if (this.#bytes > budget.bombBytes) throw archiveBomb()
        if (this.#bytes > budget.bytes) {
          this.#isFull = true
          return 'too many'
        }
        if (size > memberBytes) return 'too large'
        hash.update(piece)
        await target.writeFile(piece)
      }
      return { size, hash: hash.digest('hex') }
    } catch (thrown) {
      if (hasCode(thrown, 'ENOSPC', 'EDQUOT', 'EIO')) throw toCairnError(thrown)
      if (thrown instanceof CairnError && thrown.code === 'ARCHIVE_BOMB') throw thrown
      return 'damaged'
    } finally {
      await target.close()
    }
  }
}
