import { Buffer } from 'node:buffer'

const headerBytes = 512
const sumAt = 148
const sumBytes = 8

/** Whether bytes begin with the header of a TAR archive: its checksum fits, which the bytes of no other file do by chance. */
export function startsTar(bytes: Uint8Array): boolean {
  if (bytes.length < headerBytes || bytes[0] === 0) return false
  const written = Buffer.from(bytes.subarray(sumAt, sumAt + sumBytes))
    .toString('latin1')
    .replaceAll('\0', ' ')
    .trim()
  if (!/^[0-7]{3,7}$/u.test(written)) return false
  let sum = 0
  for (let at = 0; at < headerBytes; at += 1) {
    // The sum is made as if its own field were empty.
    sum += at >= sumAt && at < sumAt + sumBytes ? 0x20 : (bytes[at] ?? 0)
  }
  return sum === Number.parseInt(written, 8)
}
