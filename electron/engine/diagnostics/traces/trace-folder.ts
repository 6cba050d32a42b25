import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '@shared/errors'

export interface TraceFile {
  readonly path: string
  readonly name: string
  readonly bytes: number
}

const pattern = /^spans-\d{8}T\d{9}Z-[0-9a-f]{6}\.jsonl$/u

/** Names sort by when the files were begun; `writer` tells files apart that were begun at once. */
export function fileNameOf(now: number, writer: string): string {
  return `spans-${new Date(now).toISOString().replaceAll(/[-:.]/gu, '')}-${writer}.jsonl`
}

/** The files with traces, oldest first; none where there is no folder. What goes meanwhile is left out. */
export async function traceFiles(folder: string): Promise<TraceFile[]> {
  const names = await readdir(folder).catch((thrown: unknown) => {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return []
    throw thrown
  })
  const found = names
    .filter((name) => pattern.test(name))
    .toSorted()
    .map(async (name): Promise<TraceFile[]> => {
      const path = join(folder, name)
      const { size } = await stat(path).catch(() => ({ size: null }))
      return size === null ? [] : [{ path, name, bytes: size }]
    })
  return (await Promise.all(found)).flat()
}
