import { copyFile, link, rm, rmdir, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createReadStream, createWriteStream } from 'node:fs'
import { CairnError } from '@shared/errors'
import { exists, makeStoreFolder, renameDurably, syncFolder, syncPath } from '@engine/platform/durable-files'
import { isSealedFile, SealedFile, SealStream, writePlain } from '@engine/platform/sealing/sealed-file'
import type { FileSeal } from '@engine/platform/sealing/sealed-files'
import { filesBelow } from '@engine/platform/stored-text'
import { stepsTo } from '@engine/platform/paths'
import { WorkUnderWay } from '@engine/platform/order/work-under-way'
import { WorkQueue } from '@engine/platform/work-queue'
import type { BroughtObject } from '@engine/ports/storage/document-store'
import type { OwnFile, SourceFiles } from '@engine/ports/storage/files/source-files'
import type { Resealed } from '@engine/ports/storage/files/resealed'
import { temporaryPath, writeDurably } from '../durable-file'
import { OwnNames } from './own-names'

/**
 * The files in the store that documents are read from, sealed with their names where that is wanted. A record names such a file as it is called in
 * clear; only here is it known where it lies. Files elsewhere are nobody's business here.
 */
export class OwnSources implements SourceFiles, Resealed {
  readonly #writes = new WorkQueue()
  readonly #received = new WorkUnderWay()
  readonly #names: OwnNames

  /** @param store the store's folder, absolute. */
  constructor(
    private readonly store: string,
    private readonly parts: { readonly seal: FileSeal; readonly log: (line: string) => void },
  ) {
    this.#names = new OwnNames(store)
  }

  receive<Result>(work: (through: Transform) => Promise<Result>): Promise<Result> {
    return this.#received.during(work(this.#through()))
  }

  put(temporary: string, path: string): Promise<void> {
    return this.#writes.run(() => this.#put(path, (to) => renameDurably(temporary, to)))
  }

  write(path: string, content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
    const { seal } = this.parts
    return this.#writes.run(() => this.#put(path, (to) => writeDurably(to, seal.close(bytes), join(this.store, 'tmp'))))
  }

  remove(path: string): Promise<void> {
    return this.#writes.run(async () => {
      for (const at of this.#places(path)) await this.#delete(at)
    })
  }

  async list(): Promise<OwnFile[]> {
    const key = this.parts.seal.key()
    return (await this.#files()).map((at) => ({ path: this.#names.inClear(at, key), at }))
  }

  async isThere(path: string): Promise<boolean> {
    if (!this.#names.isOwn(path)) return exists(path)
    return this.#writes.run(async () => exists(await this.#at(path)))
  }

  async bring(path: string): Promise<BroughtObject> {
    if (!this.#names.isOwn(path)) return { path, release: () => Promise.resolve() }
    const copy = temporaryPath(join(this.store, 'tmp'))
    const release = () => rm(copy, { force: true })
    try {
      // Another form may take its place while it is read.
      await this.#writes.run(async () => this.#copy(await this.#at(path), copy))
      return { path: copy, release }
    } catch (thrown) {
      await release()
      throw thrown
    }
  }

  async isSealed(path: string): Promise<boolean> {
    if (!this.#names.isOwn(path) || !this.parts.seal.key()) return false
    return this.#writes.run(async () => isSealedFile(await this.#at(path)))
  }

  async resealing(): Promise<(() => Promise<boolean>)[]> {
    await this.#received.ended()
    return (await this.#files()).map((at) => () => this.#writes.run(() => this.#renew(at)))
  }

  async stillSealed(): Promise<string[]> {
    const paths: string[] = []
    for (const { path, at } of await this.list()) if (await isSealedFile(at)) paths.push(path)
    return paths
  }

  /** Gives a file its place, and takes away what lay there under its other name. */
  async #put(path: string, place: (to: string) => Promise<void>): Promise<void> {
    const [to = path, ...others] = this.#places(path)
    for (const folder of stepsTo(dirname(to), this.store).toReversed()) {
      if (await makeStoreFolder(folder)) await syncFolder(dirname(folder))
    }
    await place(to)
    for (const at of others) await this.#delete(at)
  }

  /** Where a file can lie, first where it lies once it is written by now. */
  #places(path: string): string[] {
    const { seal } = this.parts
    const key = seal.key()
    if (!key || !this.#names.isOwn(path)) return [path]
    const both = [path, this.#names.sealed(path, key)]
    return seal.isSealing ? both.toReversed() : both
  }

  /** Where a file lies. */
  async #at(path: string): Promise<string> {
    for (const at of this.#places(path)) if (await exists(at)) return at
    return path
  }

  async #files(): Promise<string[]> {
    return (await Promise.all(this.#names.folders.map(filesBelow))).flat()
  }

  /** Deletes a file, and its folders where nothing else is in them. */
  async #delete(at: string): Promise<void> {
    await rm(at, { force: true, recursive: true })
    for (let folder = dirname(at); !this.#names.folders.includes(folder); folder = dirname(folder)) {
      if (
        !(await rmdir(folder).then(
          () => true,
          () => false,
        ))
      )
        return
    }
  }

  /** Copies a file in clear, with its times. */
  async #copy(at: string, copy: string): Promise<void> {
    const file = await this.#openSealed(at)
    if (!file) return link(at, copy).catch(() => copyFile(at, copy))
    try {
      await writePlain(file, copy)
    } finally {
      await file.close()
    }
    await copyTimes(at, copy)
  }

  async #renew(at: string): Promise<boolean> {
    const { seal } = this.parts
    const path = this.#names.inClear(at, seal.key())
    const [to = at] = this.#places(path)
    if (to !== at && (await isNewer(to, at))) {
      await this.#delete(at)
      return true
    }
    try {
      const sealed = await this.#openSealed(at)
      try {
        if ((sealed !== undefined) !== seal.isSealing) await this.#putAnew(at, path, sealed)
        else if (to === at) return false
        else await this.#put(path, (place) => renameDurably(at, place))
      } finally {
        await sealed?.close()
      }
      return true
    } catch (thrown) {
      if (!(thrown instanceof CairnError) || thrown.code !== 'STORE_DAMAGED') throw thrown
      return false
    }
  }

  /** Puts the other form of a file into its place, with its times. */
  async #putAnew(at: string, path: string, sealed: SealedFile | undefined): Promise<void> {
    const temporary = temporaryPath(join(this.store, 'tmp'))
    try {
      if (sealed) await writePlain(sealed, temporary)
      else await pipeline(createReadStream(at), this.#through(), createWriteStream(temporary, { mode: 0o600 }))
      await copyTimes(at, temporary)
      await syncPath(temporary)
      await this.#put(path, (place) => renameDurably(temporary, place))
    } finally {
      await rm(temporary, { force: true })
    }
  }

  #through(): Transform {
    const { seal } = this.parts
    const key = seal.isSealing ? seal.key() : undefined
    return key ? new SealStream(key) : new PassThrough()
  }

  /** Undefined for a file in clear. Throws STORE_DAMAGED. */
  async #openSealed(at: string): Promise<SealedFile | undefined> {
    const key = this.parts.seal.key()
    return key && (await isSealedFile(at)) ? SealedFile.open(at, key) : undefined
  }
}

async function copyTimes(from: string, to: string): Promise<void> {
  const { atime, mtime } = await stat(from)
  await utimes(to, atime, mtime)
}

/** Whether there is a file that was written after another one: a crash can leave both. */
async function isNewer(path: string, than: string): Promise<boolean> {
  return (await exists(path)) && (await stat(path)).mtimeMs > (await stat(than)).mtimeMs
}
