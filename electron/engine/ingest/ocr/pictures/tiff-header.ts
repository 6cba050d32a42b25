/** One page of a TIFF file: its size in pixels. */
export interface TiffPage {
  readonly width: number
  readonly height: number
}

const imageWidth = 256
const imageLength = 257
const newSubfileType = 254
const short = 3

/**
 * The pages of a TIFF file (TIFF 6.0, section 2), in order. A chain of directories that bites its tail ends where it does.
 * Throws RangeError where the file ends early.
 */
export function tiffPages(file: Buffer): TiffPage[] {
  const isLittle = file[0] === 0x49
  const word = (at: number): number => (isLittle ? file.readUInt16LE(at) : file.readUInt16BE(at))
  const long = (at: number): number => (isLittle ? file.readUInt32LE(at) : file.readUInt32BE(at))
  const pages: TiffPage[] = []
  const seen = new Set<number>()
  let at = long(4)
  while (at !== 0 && !seen.has(at)) {
    seen.add(at)
    const count = word(at)
    const values = new Map<number, number>()
    for (let entry = at + 2; entry < at + 2 + count * 12; entry += 12) {
      values.set(word(entry), word(entry + 2) === short ? word(entry + 8) : long(entry + 8))
    }
    // Bit 0 marks a small copy of another page.
    const isCopy = ((values.get(newSubfileType) ?? 0) & 1) === 1
    if (!isCopy) pages.push({ width: values.get(imageWidth) ?? 0, height: values.get(imageLength) ?? 0 })
    at = long(at + 2 + count * 12)
  }
  return pages
}
