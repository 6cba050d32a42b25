import { rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { hasCode } from '@shared/errors'
import { exists, makeStoreFolder, renameDurably, syncFolder, syncPath } from '@engine/platform/durable-files'
import type { FileSeal } from '@engine/platform/sealing/sealed-files'
import { filesBelow, foldersBelow } from '@engine/platform/stored-text'
import { stepsTo } from '@engine/platform/paths'
import { WorkQueue } from '@engine/platform/work-queue'
import type { BroughtObject } from '@engine/ports/storage/document-store'
import type { IncomingFile, OwnFile, SourceFiles } from '@engine/ports/storage/files/source-files'
import type { Resealed } from '@engine/ports/storage/files/resealed'
import { temporaryPath, writeDurably } from '../durable-file'
import { isDamage, OwnContent, type OwnForm } from './own-content'
import { OwnNames } from './own-names'

/** Names that are opened before others have their turn. */
const namesAtOnce = 50

/**
 * The files in the store that documents are read from, sealed with their names where that is wanted. A record names such a file as it is called in
 * clear; only here is it known where it lies. Files elsewhere are nobody's business here.
 */
export class OwnSources implements SourceFiles, Resealed {
  readonly #writes = new WorkQueue()
  readonly #names: OwnNames
  readonly #content: OwnContent

  /** @param store the store's folder, absolute. */
  constructor(
    private readonly store: string,
    private readonly seal: FileSeal,
  ) {
    this.#names = new OwnNames(store)
    this.#content = new OwnContent(seal, this.#names)
  }

  receive(): IncomingFile {
    const form = this.#content.form
    return {
      through: this.#content.through(form),
      put: (temporary, path) => this.#writes.run(() => this.#putIncoming(temporary, form, path)),
    }
  }

  write(path: string, content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
    const { seal } = this
    return this.#writes.run(() => this.#put(path, (to) => writeDurably(to, seal.close(bytes), join(this.store, 'tmp'))))
  }

  async remove(path: string): Promise<void> {
    if (!this.#names.isOwn(path)) return
    await this.#writes.run(async () => {
      for (const at of this.#places(path)) await this.#delete(at)
    })
  }

  isOwn(path: string): boolean {
    return this.#names.isOwn(path)
  }

  list(folder: string): Promise<OwnFile[]> {
    return this.#list([folder])
  }

  async placeOf(path: string): Promise<string> {
    return this.#names.isOwn(path) ? this.#writes.run(() => this.#at(path)) : path
  }

  async bring(path: string): Promise<BroughtObject> {
    if (!this.#names.isOwn(path)) return { path, release: () => Promise.resolve() }
    const copy = temporaryPath(join(this.store, 'tmp'))
    const release = () => rm(copy, { force: true })
    try {
      // Another form may take its place while it is read.
      await this.#writes.run(async () => this.#content.copy(await this.#at(path), copy))
      return { path: copy, release }
    } catch (thrown) {
      await release()
      throw thrown
    }
  }

  async hash(path: string): Promise<string> {
    if (!this.#names.isOwn(path)) return this.#content.hash(path)
    return this.#writes.run(async () => this.#content.hash(await this.#at(path)))
  }

  async isSealed(path: string): Promise<boolean> {
    if (!this.#names.isOwn(path) || !this.seal.key()) return false
    return this.#writes.run(async () => this.#content.isSealed(await this.#at(path)))
  }

  async resealing(): Promise<(() => Promise<boolean>)[]> {
    await this.#writes.run(() => this.#pruneBelow())
    const files = await this.#list(this.#names.folders)
    return files.map((file) => () => this.#writes.run(() => this.#renew(file)))
  }

  async stillSealed(): Promise<string[]> {
    const files = await this.#list(this.#names.folders)
    return files.filter(({ path, at }) => path !== at).map(({ path }) => path)
  }

  /** Encryption may have been turned on or off since the file began to come. */
  async #putIncoming(temporary: string, form: OwnForm, path: string): Promise<void> {
    if (form === this.#content.form) return this.#put(path, (to) => renameDurably(temporary, to))
    await this.#putAnew(path, (to) => this.#content.turnIncoming(temporary, form, to))
  }

  /** Gives a file its place, and takes away what lay there under its other name. */
  async #put(path: string, place: (to: string) => Promise<void>): Promise<void> {
    const [to = path, ...others] = this.#places(path)
    try {
      for (const folder of stepsTo(dirname(to), this.store).toReversed()) {
        if (await makeStoreFolder(folder)) await syncFolder(dirname(folder))
      }
      await place(to)
    } catch (thrown) {
      // What was made for a file that does not come would never go.
      await this.#prune(dirname(to))
      throw thrown
    }
    for (const at of others) await this.#delete(at)
  }

  /** Where a file can lie, first where it lies once it is written by now. */
  #places(path: string): string[] {
    const { seal } = this
    const key = seal.key()
    if (!key || !this.#names.isOwn(path)) return [path]
    const both = [path, this.#names.sealed(path, key)]
    return seal.isSealing ? both.toReversed() : both
  }

  /** Where a file lies. */
  async #at(path: string): Promise<string> {
    for (const at of this.#places(path)) if (await isThere(at)) return at
    return path
  }

  /**
   * Looks in turn with writes: what is being put in its place would be missed, and a folder that goes would end the listing. Then names are opened, some
   * at a time and with nobody waiting: each takes a good tenth of a millisecond.
   */
  async #list(folders: readonly string[]): Promise<OwnFile[]> {
    const found = (await this.#writes.run(() => Promise.all(folders.map(filesBelow)))).flat()
    const files: OwnFile[] = []
    for (const at of found) {
      if (files.length % namesAtOnce === namesAtOnce - 1) await nextTurn()
      // Asked for anew: encryption may be turned on meanwhile.
      const path = this.#names.inClear(at, this.seal.key())
      if (this.#names.isOwn(path)) files.push({ path, at })
    }
    return files
  }

  /** Deletes a file, if it is there, so that a loss of power does not bring it back; and its folders where nothing else is in them. */
  async #delete(at: string): Promise<void> {
    const wasThere = await isThere(at)
    if (wasThere) await rm(at, { force: true, recursive: true })
    const folder = await this.#prune(dirname(at))
    if (wasThere) await syncFolder(folder)
  }

  /** Deletes a folder in which nothing is, and those above it. Resolves with the first one that stays. */
  async #prune(folder: string): Promise<string> {
    if (this.#names.folders.includes(folder) || !(await isDeleted(folder))) return folder
    return this.#prune(dirname(folder))
  }

  /** A crash can leave folders in which nothing is any more. */
  async #pruneBelow(): Promise<void> {
    for (const folder of this.#names.folders)
      for (const one of (await foldersBelow(folder)).toReversed()) await isDeleted(one)
  }

  async #renew({ at }: OwnFile): Promise<boolean> {
    const { seal } = this
    const path = this.#names.inClear(at, seal.key())
    const [to = at] = this.#places(path)
    if (to !== at && (await this.#isWhole(to))) {
      await this.#delete(at)
      return true
    }
    try {
      const isSealed = await this.#content.isSealed(at)
      if (isSealed === seal.isSealing && to === at) return false
      if (isSealed === seal.isSealing) await this.#put(path, (place) => renameDurably(at, place))
      else await this.#putAnew(path, (temporary) => this.#content.turn(at, temporary))
      return true
    } catch (thrown) {
      if (!isDamage(thrown)) throw thrown
      return false
    }
  }

  /**
   * Whether there is a file that can be read. What lies in the place of now is never older than what a crash left in the other one: times would not tell,
   * because two writes can have the same.
   */
  async #isWhole(at: string): Promise<boolean> {
    return (await isThere(at)) && this.#content.isWhole(at)
  }

  /** Puts a file into its place that is written first. */
  async #putAnew(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
    const temporary = temporaryPath(join(this.store, 'tmp'))
    try {
      await write(temporary)
      await syncPath(temporary)
      await this.#put(path, (place) => renameDurably(temporary, place))
    } finally {
      await rm(temporary, { force: true })
    }
  }
}

/** A name that is longer than any file's is none: under it a file of another system was backed up. */
async function isThere(path: string): Promise<boolean> {
  try {
    return await exists(path)
  } catch (thrown) {
    if (hasCode(thrown, 'ENAMETOOLONG')) return false
    throw thrown
  }
}

/** Whether a folder could be deleted, or there was none: not while anything is in it. */
async function isDeleted(folder: string): Promise<boolean> {
  return rmdir(folder).then(
    () => true,
    (thrown: unknown) => hasCode(thrown, 'ENOENT'),
  )
}
