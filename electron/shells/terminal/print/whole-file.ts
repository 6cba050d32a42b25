import { existsSync } from 'node:fs'
import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { notRead, notWritten } from '@engine/platform/place/named-file'

/** A file that appears under its name only once it is complete: it is written beside it and then renamed. */
export class WholeFile {
  #isDone = false

  private constructor(
    /** Absolute. */
    readonly path: string,
    private readonly temporary: string,
    private readonly handle: FileHandle,
  ) {}

  /** Throws FILE_VANISHED, INVALID_INPUT or PERMISSION_DENIED, with the path, where nothing can be written there. */
  static async create(path: string): Promise<WholeFile> {
    const temporary = `${path}.${process.pid}.tmp`
    const handle = await open(temporary, 'w').catch((thrown: unknown) => {
      throw notWritten(thrown, path)
    })
    return new WholeFile(path, temporary, handle)
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.handle.appendFile(bytes)
  }

  /** Puts the file in its place, in the stead of one that was there. */
  async finish(): Promise<void> {
    await this.handle.sync()
    await this.handle.close()
    await rename(this.temporary, this.path).catch((thrown: unknown) => {
      throw notWritten(thrown, this.path)
    })
    this.#isDone = true
  }

  /** Removes the file, unless it was finished. */
  async discard(): Promise<void> {
    if (this.#isDone) return
    await this.handle.close().catch(() => undefined)
    await rm(this.temporary, { force: true })
  }
}

/** The text of a file that a person named. Throws FILE_VANISHED, INVALID_INPUT or PERMISSION_DENIED, with the path. */
export async function textOfFile(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((thrown: unknown) => {
    throw notRead(thrown, path)
  })
}

/** The path itself, or the file of that name in it where it is a folder. */
export async function fileOrInFolder(path: string, name: string): Promise<string> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  return isFolder ? join(path, name) : path
}

/** The path, or the next free path with a number, so that no existing file is replaced. */
export function freePath(path: string): string {
  const { dir, base } = parse(path)
  const dot = base.indexOf('.')
  const [stem, extension] = dot > 0 ? [base.slice(0, dot), base.slice(dot)] : [base, '']
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? path : join(dir, `${stem}-${number}${extension}`)
    if (!existsSync(candidate)) return candidate
  }
}
