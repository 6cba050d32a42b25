import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

const endBytes = 1_000_000
/** Fine-tunes of one model may begin and end alike: something is read of what lies between. */
const samples = 16
const sampleBytes = 16_384

/**
 * What tells a model from another that was called the same: a hash of its files' sizes, both ends and samples between. The
 * same files have the same stamp wherever they lie; `files` have paths relative to `folder`. Reads at most 2.3 MB of each.
 * Throws errors of the operating system.
 */
export async function stampOf(
  folder: string,
  files: readonly { readonly path: string; readonly bytes: number }[],
  signal?: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256')
  for (const { path, bytes } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    signal?.throwIfAborted()
    hash.update(`${bytes}\n`)
    const file = await open(join(folder, ...path.split('/')), 'r')
    try {
      for (const { start, length } of piecesOf(bytes)) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
        hash.update(buffer.subarray(0, bytesRead))
      }
    } finally {
      await file.close()
    }
  }
  return hash.digest('hex').slice(0, 32)
}

function piecesOf(bytes: number): { start: number; length: number }[] {
  if (bytes <= 2 * endBytes) return bytes === 0 ? [] : [{ start: 0, length: bytes }]
  const step = (bytes - 2 * endBytes) / (samples + 1)
  const between = Array.from({ length: samples }, (_, at) => endBytes + Math.floor(step * (at + 1)))
  return [
    { start: 0, length: endBytes },
    ...between.map((start) => ({ start, length: Math.min(sampleBytes, bytes - start) })),
    { start: bytes - endBytes, length: endBytes },
  ]
}
