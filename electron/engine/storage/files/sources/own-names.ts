import type { KeyObject } from 'node:crypto'
import { join, relative, sep } from 'node:path'
import { openName, sealName } from '@engine/platform/sealing/sealed-name'

/** Uploads, pasted texts and saved pages; notebooks that are searched. In both, each file lies in a folder of its own. */
const folders = ['inbox', join('notes', 'documents')]

/** What the files in the store that documents are read from are called: in clear, and where names are sealed. */
export class OwnNames {
  /** Absolute. */
  readonly folders: readonly string[]

  /** @param store the store's folder, absolute. */
  constructor(store: string) {
    this.folders = folders.map((folder) => join(store, folder))
  }

  /** Whether a path, as it is in clear, is that of such a file. */
  isOwn(path: string): boolean {
    return this.#stepsOf(path)?.length === 2
  }

  /** Where the file at a path lies while its name is sealed. */
  sealed(path: string, key: KeyObject): string {
    const [shelf = '', name = ''] = this.#stepsOf(path) ?? []
    return path.slice(0, path.length - name.length) + sealName(key, shelf, name).join(sep)
  }

  /** The path in clear of a file that lies at `at`; `at` itself where its name is not sealed. */
  inClear(at: string, key: KeyObject | undefined): string {
    const [shelf = '', ...segments] = this.#stepsOf(at) ?? []
    const name = key && segments.length > 0 ? openName(key, shelf, segments) : undefined
    return name === undefined ? at : at.slice(0, at.length - segments.join(sep).length) + name
  }

  /** From the folder that a file lies below: the folder of its own, then its name. */
  #stepsOf(path: string): string[] | undefined {
    const folder = this.folders.find((one) => path.startsWith(one + sep))
    return folder === undefined ? undefined : relative(folder, path).split(sep)
  }
}
