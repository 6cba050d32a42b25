import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import { isLeftOutOf, type VaultKind, vaultOf } from '@shared/folders/folder-look'
import { openablePath } from '../../files/odd-names'

/** Bytes of a `.gitignore` that is read; a larger one is none. */
const longestFile = 1_000_000
/** What tells whose folder it is, by what stands at its top. */
const signs = ['.obsidian', 'zotero.sqlite', 'storage', 'logseq', 'pages', 'journals']
/** As git has it by default on each system. */
const ignorecase = process.platform === 'win32' || process.platform === 'darwin'

export const ignoreFileName = '.gitignore'

/**
 * What a watched folder says of itself: the `.gitignore` files in it, read as git reads them (package `ignore`), and what the program
 * whose folder it is keeps for itself. Made anew for each look, because both may change. Paths are from the folder on, with `/`.
 */
export class IgnoreFiles {
  readonly #levels = new Map<string, Ignore | null>()

  private constructor(
    private readonly root: string,
    private readonly vault: VaultKind | null,
  ) {}

  static async of(root: string): Promise<IgnoreFiles> {
    const there = await Promise.all(signs.map((name) => isThere(join(root, name))))
    const files = new IgnoreFiles(root, vaultOf(new Set(signs.filter((_, at) => there[at]))))
    await files.enter('')
    return files
  }

  /** Reads the file of a folder on the way to what is asked about; '' for the watched folder itself. */
  async enter(folder: string): Promise<void> {
    if (!this.#levels.has(folder)) this.#levels.set(folder, await levelIn(join(this.root, folder)))
  }

  /**
   * Whether a path is left out; a folder's ends in `/`. The folders above it must have been entered, and none of them be left out: nothing
   * in a folder that is left out comes back, and the file nearest to the path has the last word.
   */
  leavesOut(path: string): boolean {
    const parts = path.replace(/\/$/u, '').split('/')
    if (isLeftOutOf(this.vault, parts.join('/'))) return true
    for (let depth = parts.length - 1; depth >= 0; depth -= 1) {
      const folder = parts.slice(0, depth).join('/')
      const said = this.#levels.get(folder)?.test(folder === '' ? path : path.slice(folder.length + 1))
      if (said?.ignored || said?.unignored) return said.ignored
    }
    return false
  }
}

async function levelIn(folder: string): Promise<Ignore | null> {
  try {
    const path = await openablePath(join(folder, ignoreFileName))
    const facts = await stat(path)
    if (!facts.isFile() || facts.size > longestFile) return null
    const text = await readFile(path, 'utf8')
    return ignore({ ignorecase }).add(text.replace(/^\u{FEFF}/u, ''))
  } catch {
    // There is none, or it cannot be read: then it leaves nothing out.
    return null
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(await openablePath(path)).then(
    () => true,
    () => false,
  )
}
