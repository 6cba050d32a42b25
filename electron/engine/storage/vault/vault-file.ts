import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { CairnError, hasCode } from '@shared/errors'
import { syncFolder } from '@engine/platform/durable-files'
import { fitsItsSum, hasSum, readSummed, summedLine } from '@engine/platform/lines/summed-line'
import { isLikelyCost, passphraseKey, usualCost } from '@engine/platform/sealing/passphrase-key'
import { jsonIfValid } from '@engine/platform/stored-text'
import { writeDurably } from '../files/durable-file'

/** Holds the wrapped key to what it is. */
const boundTo = Buffer.from('cairn vault 1')
const nonceBytes = 12
const tagBytes = 16
const keyBytes = 32
/** It is the one file without which nothing can be read, so there are two of it. */
const names = ['vault.json', 'vault-copy.json'] as const

/** `vault.json`: the key of what is sealed, wrapped by the one that its passphrase makes (scrypt, AES-256-GCM). */
const VaultFile = z.object({
  v: z.literal(1),
  /** What the store is to be, or, once `done`, is. */
  towards: z.enum(['sealed', 'clear']),
  done: z.boolean(),
  /** What was sealed when it was done: see `coversNow`. The first Cairn that sealed anything did not write it. */
  covers: z.number().int().default(1),
  cost: z.object({ log2: z.number().int(), blocks: z.number().int(), times: z.number().int() }),
  /** Base64. */
  salt: z.string(),
  /** Base64: nonce, key, tag. */
  wrapped: z.string(),
  /** Base64. What tells the key from another one, such as one that was kept for another store, and that nobody else has changed `towards` and `done`. */
  proof: z.string(),
})
export type VaultFile = z.infer<typeof VaultFile>
/** Which way a store goes, and how far it has come. */
export type Way = Pick<VaultFile, 'towards' | 'done' | 'covers'>

/**
 * 1: chats, research, notes, evaluations. 2: everything that holds what documents say. 3: names of uploads, pasted texts and searched notebooks too. A store
 * of an earlier one is brought on at its start.
 */
export const coversNow = 3

/** A vault as its files say it. */
export interface FoundVault {
  /** What its whole files say, the first one first: two where a passphrase was being changed. */
  readonly vaults: readonly [VaultFile, ...VaultFile[]]
  /** Both files are there and say the same. */
  readonly isWhole: boolean
}

/**
 * The vault of a store; undefined where it has none. Throws STORE_DAMAGED where there are files of one and none can be read, and STORE_TOO_NEW for
 * one of a later Cairn.
 */
export async function readVault(folder: string): Promise<FoundVault | undefined> {
  const found = await Promise.all(names.map((name) => fileAt(join(folder, name))))
  const texts = found.map((one) => one?.text)
  const [first, ...others] = [...new Set(texts)]
    .filter((text) => text !== undefined && hasSum(text) && fitsItsSum(text))
    .map((text) => parsed(folder, text ?? ''))
  if (first)
    return {
      vaults: [first, ...others],
      isWhole: found.every((one) => one?.isAsWritten === true && one.text === texts[0]),
    }
  if (texts.some((text) => text !== undefined)) throw damaged(folder)
  return undefined
}

function parsed(folder: string, text: string): VaultFile {
  const { data } = VaultFile.safeParse(jsonIfValid(text))
  if (data && isLikelyCost(data.cost)) return data
  throw new CairnError(
    'STORE_TOO_NEW',
    `The file vault.json in ${folder} is of a later version of Cairn.`,
    'Update Cairn and try again.',
  )
}

/** Writes both files, one after the other: a crash leaves one of them whole. */
export async function writeVault(folder: string, vault: VaultFile): Promise<void> {
  const text = `${summedLine(vault)}\n`
  for (const name of names) await writeDurably(join(folder, name), text, join(folder, 'tmp'))
}

export async function removeVault(folder: string): Promise<void> {
  for (const name of names.toReversed()) await rm(join(folder, name), { force: true })
  await syncFolder(folder)
}

/** The same vault, going another way or having come there. */
export function turned(vault: VaultFile, key: Buffer, way: Way): VaultFile {
  return { ...vault, ...way, proof: proofOf({ ...vault, ...way }, key).toString('base64') }
}

/** A vault whose key this passphrase opens. */
export async function wrapKey(key: Buffer, passphrase: string, { towards, done, covers }: Way): Promise<VaultFile> {
  const salt = randomBytes(32)
  const wrapping = await passphraseKey(passphrase, salt, usualCost)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', wrapping, nonce).setAAD(boundTo)
  const wrapped = Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()])
  wrapping.fill(0)
  const vault = {
    ...{ v: 1 as const, towards, done, covers, cost: usualCost },
    ...{ salt: salt.toString('base64'), wrapped: wrapped.toString('base64'), proof: '' },
  }
  return turned(vault, key, { towards, done, covers })
}

/** The key of a vault; undefined where the passphrase is another one. */
export async function unwrapKey(vault: VaultFile, passphrase: string): Promise<Buffer | undefined> {
  const body = Buffer.from(vault.wrapped, 'base64')
  if (body.length !== nonceBytes + keyBytes + tagBytes) return undefined
  const wrapping = await passphraseKey(passphrase, Buffer.from(vault.salt, 'base64'), vault.cost)
  const opening = createDecipheriv('aes-256-gcm', wrapping, body.subarray(0, nonceBytes)).setAAD(boundTo)
  opening.setAuthTag(body.subarray(-tagBytes))
  try {
    return Buffer.concat([opening.update(body.subarray(nonceBytes, -tagBytes)), opening.final()])
  } catch {
    return undefined
  } finally {
    wrapping.fill(0)
  }
}

/** Whether this is the key of a vault. */
export function isKeyOf(vault: VaultFile, key: Buffer): boolean {
  const proof = Buffer.from(vault.proof, 'base64')
  return key.length === keyBytes && proof.length === keyBytes && timingSafeEqual(proof, proofOf(vault, key))
}

function proofOf({ towards, done, covers, wrapped }: VaultFile, key: Buffer): Buffer {
  const more = covers === 1 ? '' : ` ${covers}`
  return createHmac('sha256', key).update(`cairn vault key ${towards} ${done} ${wrapped}${more}`).digest()
}

/** What a file says, and whether that took no flipped bit to be put right. */
async function fileAt(path: string): Promise<{ readonly text: string; readonly isAsWritten: boolean } | undefined> {
  try {
    let read: Buffer = Buffer.of()
    const text = await readSummed(path, (bytes) => (read = bytes))
    return { text, isAsWritten: read.toString('utf8') === `${text}\n` }
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return undefined
    throw thrown
  }
}

function damaged(folder: string): CairnError {
  return new CairnError(
    'STORE_DAMAGED',
    `The files vault.json and vault-copy.json in ${folder} are damaged, and without one of them no passphrase opens it.`,
    'Put one of them back from a copy of the folder. Documents that you have elsewhere can be added again in another folder.',
  )
}
