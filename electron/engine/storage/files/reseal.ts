import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '@shared/errors'
import { holdsSealedLine, type SealedLines } from '@engine/platform/sealing/line-seal'
import { namesIn } from '@engine/platform/stored-text'
import type { Reseal, Resealed } from '@engine/ports/storage/files/resealed'
import { writeDurably } from './durable-file'

/**
 * A crash leaves the old file or the new one, and either can be read. `staysSealed` is told of files in which a line stays sealed although none is to be: it
 * is damaged.
 */
export function resealInto(
  lines: SealedLines,
  temporaryFolder: string,
  staysSealed: (path: string) => void = () => undefined,
): Reseal {
  return async (path) => {
    const bytes = await readFile(path).catch((thrown: unknown) => {
      if (hasCode(thrown, 'ENOENT')) return undefined
      throw thrown
    })
    const renewed = bytes && lines.renewed(bytes)
    if (renewed && !lines.isSealing && holdsSealedLine(renewed)) staysSealed(path)
    if (!renewed || renewed.equals(bytes)) return false
    await writeDurably(path, renewed, temporaryFolder)
    return true
  }
}

/** What a repair has put aside or left on its way, in folders of rooms and below `aside`, and files it reads. Nobody writes to these but another repair. */
export class FilesOfRepairs implements Resealed {
  constructor(
    private readonly folders: readonly string[],
    private readonly aside: string,
    private readonly files: readonly string[],
  ) {}

  async resealing(reseal: Reseal): Promise<(() => Promise<boolean>)[]> {
    const paths: string[] = [...this.files]
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
