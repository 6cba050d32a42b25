import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '@shared/errors'
import type { SealedLines } from '@engine/platform/sealing/line-seal'
import { namesIn } from '@engine/platform/stored-text'
import { writeDurably } from './durable-file'

/** Writes a file anew, each line as lines are written by now. Resolves with whether it was otherwise before; false where there is no such file. */
export type Reseal = (path: string) => Promise<boolean>

/** A room whose files can be sealed and opened while it is in use. */
export interface Resealed {
  /**
   * A piece of work for each thing that it keeps, which writes the files of that thing anew and resolves with whether any was otherwise before. One that
   * takes long heeds `signal`: the store is closing.
   */
  resealing(reseal: Reseal, signal: AbortSignal): Promise<readonly (() => Promise<boolean>)[]>
}

/** A crash leaves the old file or the new one, and either can be read. */
export function resealInto(lines: SealedLines, temporaryFolder: string): Reseal {
  return async (path) => {
    const bytes = await readFile(path).catch((thrown: unknown) => {
      if (hasCode(thrown, 'ENOENT')) return undefined
      throw thrown
    })
    const renewed = bytes && lines.renewed(bytes)
    if (!renewed || renewed.equals(bytes)) return false
    await writeDurably(path, renewed, temporaryFolder)
    return true
  }
}

/** What a repair has put aside or left on its way, in folders of rooms and below `aside`. Nobody writes to these but another repair. */
export class FilesOfRepairs implements Resealed {
  constructor(
    private readonly folders: readonly string[],
    private readonly aside: string,
  ) {}

  async resealing(reseal: Reseal): Promise<(() => Promise<boolean>)[]> {
    const paths: string[] = []
    for (const folder of this.folders) {
      const names = await namesIn(folder)
      paths.push(...names.filter((name) => name.endsWith('.moving')).map((name) => join(folder, name)))
    }
    const put = await readdir(this.aside, { recursive: true, withFileTypes: true }).catch((thrown: unknown) => {
      if (hasCode(thrown, 'ENOENT')) return []
      throw thrown
    })
    for (const entry of put)
      if (entry.isFile() && /\.jsonl?$/u.test(entry.name)) paths.push(join(entry.parentPath, entry.name))
    return paths.map((path) => () => reseal(path))
  }
}
