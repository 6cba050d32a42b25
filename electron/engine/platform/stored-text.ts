import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '@shared/errors'

/** The text of a file; undefined where there is no such file. Rejects where the system does not let it be read. */
export async function textIfPresent(path: string): Promise<string | undefined> {
  return (await bytesIfPresent(path))?.toString('utf8')
}

/** The bytes of a file; undefined where there is no such file. Rejects where the system does not let it be read. */
export async function bytesIfPresent(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return undefined
    throw thrown
  }
}

/** What lies in a folder, in order; nothing where there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).toSorted()
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return []
    throw thrown
  }
}

/**
 * The paths of all files below a folder; none where there is no such folder. One in it may go meanwhile: then it is left out, where Node's own way of
 * going through all of them would give up.
 */
export async function filesBelow(folder: string): Promise<string[]> {
  const { files } = await everythingBelow(folder)
  return files
}

/** The paths of all folders below a folder, each before those in it. */
export async function foldersBelow(folder: string): Promise<string[]> {
  const { folders } = await everythingBelow(folder)
  return folders
}

async function everythingBelow(folder: string): Promise<{ files: string[]; folders: string[] }> {
  const files: string[] = []
  // Those that are found are looked into as well.
  const all = [folder]
  for (const one of all) {
    const entries = await readdir(one, { withFileTypes: true }).catch((thrown: unknown) => {
      if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return []
      throw thrown
    })
    for (const entry of entries) {
      const path = join(one, entry.name)
      if (entry.isFile()) files.push(path)
      else if (entry.isDirectory()) all.push(path)
    }
  }
  return { files, folders: all.slice(1) }
}

/** The value of a JSON text; undefined where the text is not JSON. */
export function jsonIfValid(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}

/**
 * Stores a state that changes often, one write at a time. All requests made while a write runs share the next write, which
 * stores the state as it is by then.
 */
export class CoalescedWrite {
  #last: Promise<unknown> = Promise.resolve()
  #next: Promise<void> | undefined

  constructor(private readonly write: () => Promise<void>) {}

  /** Resolves once everything known at the time of the call is stored. Rejects as `write` does. */
  save(): Promise<void> {
    if (this.#next) return this.#next
    const next = this.#last.then(async () => {
      this.#next = undefined
      await this.write()
    })
    this.#next = next
    this.#last = next.catch(() => undefined)
    return next
  }

  /** Resolves when no write is left. Never rejects. */
  async idle(): Promise<void> {
    await this.#last
  }
}
