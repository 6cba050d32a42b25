import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { hasCode } from '@shared/errors'
import { openToWrite } from '@engine/platform/durable-files'
import { jsonIfValid } from '@engine/platform/stored-text'

/** A beginning of the list of documents that has been on the disk: its length in bytes, and their SHA-256 (hex). */
const SealedState = z.object({ bytes: z.number().int().nonnegative(), sha256: z.string() })
export type SealedState = z.infer<typeof SealedState>

/**
 * `documents.seal`: what the list of documents must begin with. While the list is being replaced there are two such states. `damaged_at`
 * says when both copies of the list were found damaged, until somebody has had that repaired.
 */
const Seal = z.object({ states: z.array(SealedState), damaged_at: z.number().nullable() })
export type Seal = z.infer<typeof Seal>

/** One sector, so that it is written whole or not at all, and needs no room on a full disk. */
const sealBytes = 512
const checkLength = 16

/** Null where there is none, or it cannot be understood. */
export async function readSeal(path: string): Promise<Seal | null> {
  try {
    const text = await readFile(path, 'utf8')
    const json = text.slice(checkLength + 1).trimEnd()
    return checkOf(json) === text.slice(0, checkLength) ? (Seal.safeParse(jsonIfValid(json)).data ?? null) : null
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return null
    throw thrown
  }
}

/** Writes over the seal in its place. */
export async function writeSeal(path: string, seal: Seal, isDurable: boolean): Promise<void> {
  const json = JSON.stringify(seal)
  const text = `${`${checkOf(json)} ${json}`.padEnd(sealBytes - 1)}\n`
  const file = await open(path, 'r+', 0o600).catch((thrown: unknown) => {
    if (hasCode(thrown, 'ENOENT')) return openToWrite(path, 'w')
    throw thrown
  })
  try {
    await file.write(text, 0)
    if (isDurable) await file.datasync()
  } finally {
    await file.close()
  }
}

/** Whether a list begins as the seal says. */
export function fitsSeal(list: Uint8Array, { states }: Seal): boolean {
  return states.some(({ bytes, sha256 }) => {
    return list.length >= bytes && createHash('sha256').update(list.subarray(0, bytes)).digest('hex') === sha256
  })
}

function checkOf(json: string): string {
  return createHash('sha256').update(json).digest('hex').slice(0, checkLength)
}
