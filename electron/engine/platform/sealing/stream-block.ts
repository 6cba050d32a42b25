import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'

/** Plain bytes of every block but the last. */
export const blockBytes = 64 * 1024
/** Behind each block. */
export const tagBytes = 16

type Key = Buffer | KeyObject

/** A counter, then whether it is the last block. A key is of one row of blocks, so no nonce of it comes twice. */
function nonceOf(block: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(block, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/**
 * Seals a block of STREAM over AES-256-GCM (Hoang, Reyhanitabar, Rogaway and Vizár, "Online Authenticated-Encryption and its Nonce-Reuse
 * Misuse-Resistance", CRYPTO 2015): blocks under one key, each with its number and whether it is the last, so that none can be changed,
 * left out, cut off or put elsewhere.
 */
export function sealBlock(key: Key, block: number, isLast: boolean, plain: Uint8Array): { body: Buffer; tag: Buffer } {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(block, isLast))
  const body = cipher.update(plain)
  // GCM is done with every byte that it was given.
  cipher.final()
  return { body, tag: cipher.getAuthTag() }
}

/** The plain bytes of a block and its tag; null where it does not fit its key and place. */
export function openBlock(key: Key, block: number, isLast: boolean, sealed: Buffer): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(block, isLast), { authTagLength: tagBytes })
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
  try {
    const plain = decipher.update(sealed.subarray(0, sealed.length - tagBytes))
    decipher.final()
    return plain
  } catch {
    return null
  }
}
