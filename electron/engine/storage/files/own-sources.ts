import { copyFile, link, rm } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { PassThrough, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createReadStream, createWriteStream } from 'node:fs'
import { CairnError } from '@shared/errors'
import { renameDurably, syncPath } from '@engine/platform/durable-files'
import { isSealedFile, SealedFile, SealStream, writePlain } from '@engine/platform/sealing/sealed-file'
import type { FileSeal } from '@engine/platform/sealing/sealed-files'
import { filesBelow } from '@engine/platform/stored-text'
import { WorkUnderWay } from '@engine/platform/order/work-under-way'
import { WorkQueue } from '@engine/platform/work-queue'
import type { BroughtObject } from '@engine/ports/storage/document-store'
import type { SourceFiles } from '@engine/ports/storage/files/source-files'
import type { Resealed } from '@engine/ports/storage/files/resealed'
import { temporaryPath, writeDurably } from './durable-file'

/** Folders of the store whose files documents are read from: uploads, pasted texts and saved pages; notebooks that are searched. */
const folders = ['inbox', join('notes', 'documents')]
/** The files in the store that documents are read from, sealed where that is wanted. Files elsewhere are nobody's business here. */
export class OwnSources implements SourceFiles, Resealed {
  readonly #writes = new WorkQueue()
  readonly #received = new WorkUnderWay()

  /** @param store the store's folder, absolute. */
  constructor(
    private readonly store: string,
    private readonly parts: { readonly seal: FileSeal; readonly log: (line: string) => void },
  ) {}

  receive<Result>(work: (through: Transform) => Promise<Result>): Promise<Result> {
    return this.#received.during(work(this.#through()))
  }

  write(path: string, content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
    return this.place(() => writeDurably(path, this.parts.seal.close(bytes), join(this.store, 'tmp')))
  }

  place<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#writes.run(work)
  }

  async bring(path: string): Promise<BroughtObject> {
    if (!this.#isOwn(path)) return { path, release: () => Promise.resolve() }
    const copy = temporaryPath(join(this.store, 'tmp'))
    const release = () => rm(copy, { force: true })
    try {
      // Another form may take its place while it is read.
      await this.place(async () => {
        const file = await this.#openSealed(path)
        if (!file) return link(path, copy).catch(() => copyFile(path, copy))
        try {
          await writePlain(file, copy)
        } finally {
          await file.close()
        }
      })
      return { path: copy, release }
    } catch (thrown) {
      await release()
      throw thrown
    }
  }

  async isSealed(path: string): Promise<boolean> {
    return this.#isOwn(path) && this.parts.seal.key() !== undefined && isSealedFile(path)
  }

  async resealing(): Promise<(() => Promise<boolean>)[]> {
    await this.#received.ended()
    const paths = (await Promise.all(folders.map((folder) => filesBelow(join(this.store, folder))))).flat()
    return paths.map((path) => () => this.place(() => this.#renew(path)))
  }

  async #renew(path: string): Promise<boolean> {
    const temporary = temporaryPath(join(this.store, 'tmp'))
    try {
      const sealed = await this.#openSealed(path)
      try {
        if ((sealed !== undefined) === this.parts.seal.isSealing) return false
        if (sealed) await writePlain(sealed, temporary)
        else await pipeline(createReadStream(path), this.#through(), createWriteStream(temporary, { mode: 0o600 }))
      } finally {
        await sealed?.close()
      }
      await syncPath(temporary)
      await renameDurably(temporary, path)
      return true
    } catch (thrown) {
      if (!(thrown instanceof CairnError) || thrown.code !== 'STORE_DAMAGED') throw thrown
      this.parts.log(`store: ${path} is damaged and stays encrypted as it is`)
      return false
    } finally {
      await rm(temporary, { force: true })
    }
  }

  #isOwn(path: string): boolean {
    return folders.some((folder) => path.startsWith(join(this.store, folder) + sep))
  }

  #through(): Transform {
    const { seal } = this.parts
    const key = seal.isSealing ? seal.key() : undefined
    return key ? new SealStream(key) : new PassThrough()
  }

  /** Undefined for a file in clear. Throws STORE_DAMAGED. */
  async #openSealed(path: string): Promise<SealedFile | undefined> {
    const key = this.parts.seal.key()
    return key && (await isSealedFile(path)) ? SealedFile.open(path, key) : undefined
  }
}
