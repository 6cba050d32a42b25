import { readFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

const newline = 0x0a
const sum = /,"sum":"([0-9a-f]{8})"\}$/u
const sumLength = ',"sum":"01234567"}'.length
/** Longer lines are left as they are: looking for a bit takes a microsecond for ten of them. */
const longestMended = 16 * 1024 * 1024

/** An object that has fields, as one line of JSON whose last field, `sum`, is the CRC-32 of all before it. */
export function summedLine(value: object): string {
  const text = JSON.stringify(value).slice(0, -1)
  return `${text},"sum":"${hex(crc32(text))}"}`
}

/** Whether a line ends with a sum. */
export function hasSum(line: string): boolean {
  return sum.test(line)
}

/** Whether a line is as it was written. One without a sum is of an older Cairn: nothing speaks against it. */
export function fitsItsSum(line: string): boolean {
  const found = sum.exec(line)
  return !found || hex(crc32(line.slice(0, found.index))) === found[1]
}

/**
 * The bytes of a line in which one bit was flipped, with that bit as it was; undefined where it is whole, or more than one bit is wrong.
 * A sum of 32 bits takes other damage for one wrong bit in at most one of 2³² / (8 · length) cases.
 */
export function withoutFlippedBit(line: Buffer): Buffer | undefined {
  const end = line.length - sumLength
  if (end <= 0 || end > longestMended) return undefined
  const [body, tail] = [line.subarray(0, end), line.subarray(end)]
  const whole = Buffer.from(`,"sum":"${hex(crc32(body))}"}`)
  const wrong = whole.reduce((sum, byte, at) => sum + onesIn(byte ^ (tail[at] ?? 0)), 0)
  if (wrong === 1) return Buffer.concat([body, whole])
  const found = sum.exec(tail.toString('latin1'))
  if (wrong === 0 || !found?.[1]) return undefined
  const at = flippedBit((crc32(body) ^ Number.parseInt(found[1], 16)) >>> 0, end)
  if (at === undefined) return undefined
  const mended = Buffer.from(line)
  mended[at >> 3] = (mended[at >> 3] ?? 0) ^ (1 << (at & 7))
  return mended
}

/** A file of one line without its end, opened by `open` and a flipped bit put right. Rejects as `readFile` does. */
export async function readSummed(path: string, open = (bytes: Buffer) => bytes): Promise<string> {
  const bytes = open(await readFile(path))
  const line = bytes.subarray(0, bytes.at(-1) === newline ? -1 : undefined)
  const text = line.toString('utf8')
  return withoutFlippedBit(line)?.toString('utf8') ?? text
}

/** The bit whose flipping changes the sum of so many bytes by `difference`: what it changes depends on what follows alone. */
function flippedBit(difference: number, length: number): number | undefined {
  const zero = Buffer.from([0])
  const changes = Array.from({ length: 8 }, (_, bit) => crc32(Buffer.from([1 << bit])) ^ crc32(zero))
  for (let byte = length - 1; byte >= 0; byte -= 1) {
    for (let bit = 0; bit < 8; bit += 1) {
      const change = changes[bit] ?? 0
      if (change >>> 0 === difference) return byte * 8 + bit
      changes[bit] = (change >>> 8) ^ (shifted[change & 0xff] ?? 0)
    }
  }
  return undefined
}

/** What each byte becomes in a CRC-32 as one byte more follows. */
const shifted = Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  return rest
})

function onesIn(byte: number): number {
  return byte.toString(2).replaceAll('0', '').length
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0')
}
