import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Hash } from 'node:crypto'

/** A file that is not all there yet: written at its end only. */
export interface PartFile {
  /** Bytes it had when it was opened. */
  readonly size: number
  write(bytes: Uint8Array): Promise<void>
  /** Begins it anew. */
  empty(): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

/** Opens one, or makes it. Throws errors of the operating system. */
export async function openPartFile(path: string): Promise<PartFile> {
  const handle = await open(path, 'a')
  const { size } = await handle.stat()
  return {
    size,
    write: (bytes) => handle.appendFile(bytes),
    empty: () => handle.truncate(0),
    sync: () => handle.sync(),
    close: () => handle.close(),
  }
}

/** Adds the bytes of a part file to a checksum, to which the coming bytes are added later. */
export async function hashFile(path: string, bytes: number, hash: Hash, signal: AbortSignal): Promise<void> {
  if (bytes === 0) return
  for await (const chunk of createReadStream(path, { end: bytes - 1, highWaterMark: 1 << 20, signal }))
    hash.update(chunk as Buffer)
}
