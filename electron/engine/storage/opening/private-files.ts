import { chmod, lstat, opendir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode, toCairnError } from '@shared/errors'

/** Rights of the group and of all others. */
const foreign = 0o077
/** In this file's own rights it stands that everything was looked through once. */
const marker = 'private'
/** What libraries write by themselves, with the rights that the system gives new files. */
const written = ['lance', 'graph', 'tables']

/**
 * Keeps a store's folders and files from everybody but their owner (0700 and 0600). A store that comes from elsewhere, or of an
 * earlier version, is looked through whole once. On Windows the folder's own rights count, and nothing is done.
 */
export class PrivateFiles {
  #tightened: Promise<void> = Promise.resolve()

  constructor(
    private readonly folder: string,
    private readonly log: (line: string) => void,
  ) {}

  /** Closes the store's own folder at once, so that nobody comes to what is in it; what lies in it follows beside other work. */
  async begin(): Promise<void> {
    if (process.platform === 'win32') return
    await this.#try(() => tighten(this.folder))
    this.#tightened = this.#try(() => this.#lookThrough())
  }

  /** Takes in what was written since by libraries. */
  async end(): Promise<void> {
    if (process.platform === 'win32') return
    await this.#tightened
    await this.#try(() => this.#tightenWritten())
  }

  async #lookThrough(): Promise<void> {
    const path = join(this.folder, marker)
    const mode = await modeOf(path)
    if (mode !== undefined && (mode & foreign) === 0) {
      await this.#tightenWritten()
      return
    }
    await tightenAll(this.folder)
    await writeFile(path, '', { mode: 0o600 })
    await tighten(path)
  }

  async #tightenWritten(): Promise<void> {
    for (const name of written) await tightenAll(join(this.folder, name))
  }

  /** A file system without rights, or somebody else's files, keep nobody from working. */
  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (thrown) {
      this.log(`store: its files could not all be kept from others: ${toCairnError(thrown).message}`)
    }
  }
}

/** A folder with all that is in it. Links are left as they are, and so is what they lead to. */
async function tightenAll(path: string): Promise<void> {
  const mode = await modeOf(path)
  if (mode === undefined) return
  await tighten(path, mode)
  const folder = await opendir(path).catch((thrown: unknown) => {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return undefined
    throw thrown
  })
  for await (const entry of folder ?? []) {
    const inside = join(path, entry.name)
    if (entry.isDirectory()) await tightenAll(inside)
    else if (entry.isFile()) await tighten(inside)
  }
}

async function tighten(path: string, known?: number): Promise<void> {
  const mode = known ?? (await modeOf(path))
  if (mode === undefined || (mode & foreign) === 0) return
  await chmod(path, mode & 0o700).catch((thrown: unknown) => {
    // Tables are replaced all the time.
    if (!hasCode(thrown, 'ENOENT')) throw thrown
  })
}

/** The rights of a file or folder; undefined where there is none. */
async function modeOf(path: string): Promise<number | undefined> {
  try {
    const found = await lstat(path)
    return found.isSymbolicLink() ? undefined : found.mode & 0o777
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return undefined
    throw thrown
  }
}
