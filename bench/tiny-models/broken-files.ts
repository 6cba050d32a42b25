import { readFile, truncate, writeFile } from 'node:fs/promises'
import { mulberry32 } from '@shared/hash'

/** Leaves a share of a file, as a download that broke off does. */
export async function truncateFile(path: string, share: number): Promise<void> {
  const { length } = await readFile(path)
  await truncate(path, Math.floor(length * share))
}

/** Replaces the first bytes, by which a file of its kind is known. */
export async function writeWrongMagic(path: string): Promise<void> {
  const bytes = await readFile(path)
  bytes.write('NOPE', 0, 'latin1')
  await writeFile(path, bytes)
}

/** Overwrites a file with as many random bytes, or a given number. */
export async function writeRandomBytes(path: string, length = 100_000, seed = 9): Promise<void> {
  const random = mulberry32(seed)
  await writeFile(path, Buffer.from(Array.from({ length }, () => Math.floor(random() * 256))))
}
