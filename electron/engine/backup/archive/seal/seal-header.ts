import { createCipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { basename } from 'node:path'
import { CairnError } from '@shared/errors'
import { isLikelyCost, type KeyCost, passphraseKey, usualCost } from '@engine/platform/sealing/passphrase-key'
import { tagBytes } from '@engine/platform/sealing/stream-block'

/** How every backup with a passphrase begins, in clear, whichever version of its format follows. */
const magic = 'CAIRN-SEALED-'
const version = '01'
const saltBytes = 32
const checksumBytes = 32
const costAt = magic.length + version.length + 1
const saltAt = costAt + 4
const tagAt = saltAt + saltBytes
const checksumAt = tagAt + tagBytes
export const headerBytes = checksumAt + checksumBytes

/** What opens a backup: its header in clear, and the key that its passphrase makes with that. */
export interface SealKey {
  readonly header: Buffer
  readonly key: Buffer
}

/** Whether a file that begins so is a backup with a passphrase. */
export function isSealed(beginning: Buffer): boolean {
  return beginning.subarray(0, magic.length).toString('latin1') === magic
}

/** The header of a new backup, with a salt that no other one has. */
export async function newSealKey(passphrase: string): Promise<SealKey> {
  const header = Buffer.alloc(headerBytes)
  header.write(`${magic}${version}\n`, 'latin1')
  header.set([usualCost.log2, usualCost.blocks, usualCost.times], costAt)
  randomBytes(saltBytes).copy(header, saltAt)
  const key = await keyOf(passphrase, header)
  checkTag(key, header).copy(header, tagAt)
  checksum(header).copy(header, checksumAt)
  return { header, key }
}

/** The key of a backup with this header. Throws PASSWORD_WRONG, FILE_CORRUPT for a header that is damaged, and FORMAT_UNSUPPORTED for one of a later version. */
export async function openSealKey(header: Buffer, passphrase: string, path: string): Promise<SealKey> {
  const name = basename(path)
  if (header.subarray(magic.length, costAt - 1).toString('latin1') !== version) throw tooNew(name)
  if (header.length < headerBytes || !checksum(header).equals(header.subarray(checksumAt))) throw damaged(name)
  if (!isLikelyCost(costIn(header))) throw tooNew(name)
  const key = await keyOf(passphrase, header)
  if (timingSafeEqual(checkTag(key, header), header.subarray(tagAt, checksumAt))) return { header, key }
  key.fill(0)
  throw new CairnError(
    'PASSWORD_WRONG',
    `The passphrase does not open the backup “${name}”.`,
    'Type it as it was when the backup was begun.',
  )
}

function keyOf(passphrase: string, header: Buffer): Promise<Buffer> {
  return passphraseKey(passphrase, header.subarray(saltAt, tagAt), costIn(header))
}

function costIn(header: Buffer): KeyCost {
  const [log2 = 0, blocks = 0, times = 0] = header.subarray(costAt)
  return { log2, blocks, times }
}

/** Tells the right passphrase from a wrong one, and holds the header to what was written. */
function checkTag(key: Buffer, header: Buffer): Buffer {
  const checkKey = Buffer.from(hkdfSync('sha256', key, header.subarray(saltAt, tagAt), 'cairn backup header', 32))
  const cipher = createCipheriv('aes-256-gcm', checkKey, Buffer.alloc(12))
  cipher.setAAD(header.subarray(0, tagAt))
  cipher.final()
  return cipher.getAuthTag()
}

/** Tells damage from a wrong passphrase; it protects nothing. */
function checksum(header: Buffer): Buffer {
  return createHash('sha256').update(header.subarray(0, checksumAt)).digest()
}

function damaged(name: string): CairnError {
  return new CairnError(
    'FILE_CORRUPT',
    `The beginning of the backup “${name}” is damaged, so no passphrase can open it.`,
    'Use another copy of it. Nothing was changed here.',
  )
}

function tooNew(name: string): CairnError {
  return new CairnError(
    'FORMAT_UNSUPPORTED',
    `“${name}” is a backup that this Cairn cannot read.`,
    'Update Cairn and try again.',
  )
}
