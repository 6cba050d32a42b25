import { open, rm } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { PassThrough, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createReadStream, createWriteStream } from 'node:fs'
import { CairnError } from '@shared/errors'
import { renameDurably, syncPath } from '@engine/platform/durable-files'
import { beginsSealed, SealedFile, SealStream } from '@engine/platform/sealing/sealed-file'
import { type FileSeal, noFileSeal } from '@engine/platform/sealing/sealed-files'
import { filesBelow } from '@engine/platform/stored-text'
import { WorkQueue } from '@engine/platform/work-queue'
import type { BroughtObject } from '@engine/ports/storage/document-store'
import type { SourceFiles } from '@engine/ports/storage/files/source-files'
import type { Resealed } from '@engine/ports/storage/files/resealed'
import { temporaryPath, writeDurably } from './durable-file'

/** Folders of the store whose files documents are read from: uploads, pasted texts and saved pages; notebooks that are searched. */
const folders = ['inbox', join('notes', 'documents')]
/** As long as a file must be for its first block to be tried. */
const markBytes = 8

/** The files in the store that documents are read from, sealed where that is wanted. Files elsewhere are nobody's business here. */
export class OwnSources implements SourceFiles, Resealed {
  readonly #writes = new WorkQueue()

  /** @param store the store's folder, absolute. */
  constructor(
    private readonly store: string,
    private readonly seal: FileSeal = noFileSeal,
  ) {}

  through(): Transform {
    const key = this.seal.isSealing ? this.seal.key() : undefined
    return key ? new SealStream(key) : new PassThrough()
  }

  write(path: string, content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
    return this.place(() => writeDurably(path, this.seal.close(bytes), join(this.store, 'tmp')))
  }

  place<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#writes.run(work)
  }

  async bring(path: string): Promise<BroughtObject> {
    const file = await this.#openSealed(path)
    if (!file) return { path, release: () => Promise.resolve() }
    const copy = temporaryPath(join(this.store, 'tmp'))
    const release = () => rm(copy, { force: true })
    try {
      await pipeline(() => file.pieces(), createWriteStream(copy, { mode: 0o600 }))
      return { path: copy, release }
    } catch (thrown) {
      await release()
      throw thrown
    } finally {
      await file.close()
    }
  }

  async resealing(): Promise<(() => Promise<boolean>)[]> {
    const paths = (await Promise.all(folders.map((folder) => filesBelow(join(this.store, folder))))).flat()
    return paths.map((path) => () => this.place(() => this.#renew(path)))
  }

  async #renew(path: string): Promise<boolean> {
    const sealed = await this.#openSealed(path)
    const temporary = temporaryPath(join(this.store, 'tmp'))
    try {
      if ((sealed !== undefined) === this.seal.isSealing) return false
      const target = createWriteStream(temporary, { mode: 0o600 })
      await (sealed
        ? pipeline(() => sealed.pieces(), target)
        : pipeline(createReadStream(path), this.through(), target))
      await syncPath(temporary)
      await renameDurably(temporary, path)
      return true
    } finally {
      await sealed?.close()
      await rm(temporary, { force: true })
    }
  }

  /** Undefined for a file in clear, also one that a person has given and that begins as if it were sealed. */
  async #openSealed(path: string): Promise<SealedFile | undefined> {
    const key = folders.some((folder) => path.startsWith(join(this.store, folder) + sep)) ? this.seal.key() : undefined
    if (!key || !(await beginsLikeSealed(path))) return undefined
    try {
      const file = await SealedFile.open(path, key)
      await file.read(0, Math.min(file.size, markBytes)).catch(async (thrown: unknown) => {
        await file.close()
        throw thrown
      })
      return file
    } catch (thrown) {
      if (thrown instanceof CairnError && thrown.code === 'STORE_DAMAGED') return undefined
      throw thrown
    }
  }
}

async function beginsLikeSealed(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(markBytes), 0, markBytes, 0)
    return beginsSealed(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}
