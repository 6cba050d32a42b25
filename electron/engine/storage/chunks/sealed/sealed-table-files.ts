import type { KeyObject } from 'node:crypto'
import { type Stats, statSync } from 'node:fs'
import { link, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CairnError, hasCode } from '@shared/errors'
import { makeStoreFolder } from '@engine/platform/durable-files'
import { plainLength, sealWhole } from '@engine/platform/sealing/sealed-file'
import { temporaryPath } from '../../files/durable-file'
import { OpenSealedFiles, stampOf } from './open-sealed-files'
import { SealedUpload } from './sealed-upload'

export interface TableFilesOptions {
  /** The store's folder, and one in it for files that are being written; absolute. */
  readonly store: string
  readonly temporaryFolder: string
  readonly key: KeyObject
}

export interface TableFile {
  readonly name: string
  /** Plain bytes. */
  readonly size: number
  readonly etag: string
  readonly changedAt: Date
}

/** Part of a file: plain bytes from `from` up to `to`. */
export interface FilePart extends TableFile {
  readonly from: number
  readonly to: number
  readonly bytes: Uint8Array
}

/** Which bytes are asked for: from `from` on, up to `to`; negative `from`: so many at the end. */
export interface Span {
  readonly from: number
  readonly to?: number | undefined
}

const sealedFolder = /^sealed-\d+$/u
/** Nobody asks for an upload any more that was not heard of for so long: its sender was killed. */
const uploadMs = 10 * 60_000

/** Whether a name of a file in a folder of sealed tables leads there and nowhere else. */
function leadsWithin(name: string): boolean {
  const [folder = '', ...steps] = name.split('/')
  return sealedFolder.test(folder) && steps.length > 0 && steps.every((step) => !/^\.{0,2}$|[\\:\0]/u.test(step))
}

/** The sealed files of a store's tables, by their names in the store's folder with slashes between. Nothing else can be named. */
export class TableFiles {
  readonly #open: OpenSealedFiles
  readonly #uploads = new Map<string, SealedUpload>()
  #nextUpload = 1

  constructor(private readonly options: TableFilesOptions) {
    this.#open = new OpenSealedFiles(options.key)
  }

  /** Throws NOT_FOUND for a name that leads nowhere, and what the system says. */
  look(name: string): TableFile {
    return factsOf(name, this.#stat(name))
  }

  /** Throws as `look`; STORE_DAMAGED; RangeError where the file ends before. */
  async read(name: string, span: Span = { from: 0 }): Promise<FilePart> {
    const facts = this.#stat(name)
    return this.#open.use(this.#path(name), facts, (file) => {
      const from = span.from < 0 ? Math.max(0, file.size + span.from) : span.from
      const to = Math.min(span.to ?? file.size, file.size)
      if (from > to || (from === to && span.from !== 0)) throw new RangeError('The file ends before.')
      return { ...factsOf(name, facts), from, to, bytes: file.read(from, to) }
    })
  }

  /** Writes a file whole. With `onlyNew`, resolves with false where there is one of this name. */
  async put(name: string, bytes: Uint8Array, { onlyNew }: { readonly onlyNew: boolean }): Promise<boolean> {
    const path = this.#path(name)
    const temporary = temporaryPath(this.options.temporaryFolder)
    try {
      await writeFile(temporary, sealWhole(this.options.key, bytes), { mode: 0o600, flag: 'wx' })
      return await this.#arrive(temporary, name, path, onlyNew)
    } finally {
      await rm(temporary, { force: true })
    }
  }

  /** Begins a file that comes in parts. Returns how it is called until it is whole. */
  async beginUpload(name: string): Promise<string> {
    this.#path(name)
    for (const [id, upload] of this.#uploads)
      if (performance.now() - upload.usedAt > uploadMs) await this.abandonUpload(id)
    const id = String(this.#nextUpload)
    this.#nextUpload += 1
    this.#uploads.set(id, new SealedUpload(this.options.key, temporaryPath(this.options.temporaryFolder)))
    return id
  }

  async uploadPart(id: string, number: number, bytes: Uint8Array): Promise<void> {
    await this.#upload(id).take(number, bytes)
  }

  async finishUpload(id: string, name: string, parts: number): Promise<void> {
    const path = this.#path(name)
    const upload = this.#upload(id)
    try {
      await upload.finish(parts)
      await this.#arrive(upload.path, name, path, false)
    } finally {
      await this.abandonUpload(id)
    }
  }

  async abandonUpload(id: string): Promise<void> {
    const upload = this.#uploads.get(id)
    this.#uploads.delete(id)
    await upload?.abandon()
  }

  /** Files never change, so a copy is another name of one. */
  async copy(from: string, to: string): Promise<void> {
    const temporary = temporaryPath(this.options.temporaryFolder)
    await link(this.#path(from), temporary)
    try {
      await this.#arrive(temporary, to, this.#path(to), false)
    } finally {
      await rm(temporary, { force: true })
    }
  }

  /** Deletes a file, where there is one, and its folder once that is empty: folders are nothing to LanceDB here. */
  async remove(name: string): Promise<void> {
    const path = this.#path(name)
    await rm(path, { force: true })
    this.#open.forget(path)
    if (name.split('/').length > 2) await rmdir(dirname(path)).catch(() => undefined)
  }

  /** Files whose names begin so, in order, and, with `delimiter`, what they have in common up to the next slash. */
  async list(prefix: string, delimiter: boolean): Promise<{ files: TableFile[]; folders: string[] }> {
    const files: TableFile[] = []
    const folders: string[] = []
    const walk = async (folder: string): Promise<void> => {
      for (const entry of await this.#entries(folder)) {
        const name = `${folder}${entry.name}`
        if (entry.isDirectory()) {
          const inner = `${name}/`
          if (delimiter && inner.startsWith(prefix) && inner.length > prefix.length) folders.push(inner)
          else if (inner.startsWith(prefix) || prefix.startsWith(inner)) await walk(inner)
        } else if (entry.isFile() && name.startsWith(prefix)) {
          // One that is deleted meanwhile is not there.
          const facts = statSync(join(this.options.store, ...name.split('/')), { throwIfNoEntry: false })
          if (facts) files.push(factsOf(name, facts))
        }
      }
    }
    await walk(prefix.slice(0, prefix.lastIndexOf('/') + 1))
    return { files: files.sort((a, b) => (a.name < b.name ? -1 : 1)), folders: folders.sort() }
  }

  /** Resolves once no file is open that nobody reads. */
  letGo(): Promise<void> {
    return this.#open.letGo()
  }

  async close(): Promise<void> {
    for (const id of [...this.#uploads.keys()]) await this.abandonUpload(id)
    await this.letGo()
  }

  /** Gives a file that was written its name, and makes the folders that are missing above it, but never that of the tables itself. */
  async #arrive(temporary: string, name: string, path: string, onlyNew: boolean): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      try {
        await (onlyNew ? link(temporary, path) : rename(temporary, path))
        this.#open.forget(path)
        return true
      } catch (thrown) {
        if (onlyNew && hasCode(thrown, 'EEXIST')) return false
        // A folder may be deleted as empty in between.
        if (!hasCode(thrown, 'ENOENT') || tries > 3) throw thrown
        const steps = name.split('/').slice(1, -1)
        const top = join(this.options.store, name.split('/')[0] ?? '')
        for (let depth = 1; depth <= steps.length; depth += 1)
          await makeStoreFolder(join(top, ...steps.slice(0, depth)))
      }
    }
  }

  async #entries(folder: string) {
    if (!leadsWithin(`${folder}x`)) return []
    const path = join(this.options.store, ...folder.split('/'))
    return readdir(path, { withFileTypes: true }).catch((thrown: unknown) => ifGone(thrown, []))
  }

  /** While the thread waits: a search asks for a hundred parts of files at once, and each that waits for another thread costs more than it takes. */
  #stat(name: string): Stats {
    const facts = statSync(this.#path(name))
    if (facts.isFile()) return facts
    throw notThere(name)
  }

  #upload(id: string): SealedUpload {
    const upload = this.#uploads.get(id)
    if (upload) return upload
    throw notThere(`upload-${id}`)
  }

  #path(name: string): string {
    if (leadsWithin(name)) return join(this.options.store, ...name.split('/'))
    throw notThere(name)
  }
}

/** A file of no length that a sealed one has is damaged, which who reads it is told. */
function factsOf(name: string, facts: Stats): TableFile {
  const size = plainLength(facts.size) ?? facts.size
  return { name, size, etag: `"${stampOf(facts)}"`, changedAt: facts.mtime }
}

function notThere(what: string): CairnError {
  return new CairnError('NOT_FOUND', `The sealed tables have no ${what}.`)
}

function ifGone<Value>(thrown: unknown, value: Value): Value {
  if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return value
  throw thrown
}
