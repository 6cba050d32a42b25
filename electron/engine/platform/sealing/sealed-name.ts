import { createHmac, type KeyObject } from 'node:crypto'
import { gcmsiv } from '@noble/ciphers/aes'

/** Always the same, so that a name can be found again: what AES-GCM-SIV then shows is whether two names in one folder are the same one. */
const nonce = new Uint8Array(12)
/** Bytes that a segment of a path may have on every file system: 143 where an encrypted folder of the system encrypts names once more. */
const longestSegment = 140

/**
 * A file's name as it stands on the disk, as segments of a path: AES-256-GCM-SIV (RFC 8452) bound to the name of its folder, base64url. The same key, folder and
 * name give the same. It shows how long the name is.
 */
export function sealName(key: KeyObject, folder: string, name: string): string[] {
  const sealed = cipherOf(key, folder).encrypt(Buffer.from(name, 'utf8'))
  return (
    Buffer.from(sealed)
      .toString('base64url')
      .match(new RegExp(`.{1,${longestSegment}}`, 'gu')) ?? []
  )
}

/** The name that these segments stand for; undefined where they are none of this key and folder. */
export function openName(key: KeyObject, folder: string, segments: readonly string[]): string | undefined {
  const sealed = Buffer.from(segments.join(''), 'base64url')
  // Decoding takes what is no base64url for nothing: another name would open as this one.
  if (sealed.toString('base64url') !== segments.join('')) return undefined
  try {
    return Buffer.from(cipherOf(key, folder).decrypt(sealed)).toString('utf8')
  } catch {
    return undefined
  }
}

function cipherOf(key: KeyObject, folder: string) {
  const own = createHmac('sha256', key).update('cairn file name 1').digest()
  return gcmsiv(own, nonce, Buffer.from(folder, 'utf8'))
}
