import { readFile } from 'node:fs/promises'
import { hasCode } from '@shared/errors'
import type { SealedLines } from '@engine/platform/sealing/line-seal'
import { writeDurably } from '../files/durable-file'

/** Writes a file anew, each line as lines are written by now; nothing where there is no such file, or it is that already. */
export type Reseal = (path: string) => Promise<void>

/** A room whose files can be sealed and opened while it is in use. */
export interface Resealed {
  /** A piece of work for each thing that it keeps, which writes the files of that thing anew. */
  resealing(reseal: Reseal): Promise<readonly (() => Promise<void>)[]>
}

/** A crash leaves the old file or the new one, and either can be read. */
export function resealInto(lines: SealedLines, temporaryFolder: string): Reseal {
  return async (path) => {
    const bytes = await readFile(path).catch((thrown: unknown) => {
      if (hasCode(thrown, 'ENOENT')) return undefined
      throw thrown
    })
    const renewed = bytes && lines.renewed(bytes)
    if (renewed && !renewed.equals(bytes)) await writeDurably(path, renewed, temporaryFolder)
  }
}
