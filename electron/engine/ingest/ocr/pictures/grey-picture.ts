import type { Turn } from '../page-reading'

/** A picture in shades of grey, row by row from the upper left corner; 0 is black. `pixels.length === width * height`. */
export interface GreyPicture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** `[left, top, right, bottom]` in pixels of a picture. */
export type PixelBox = readonly [number, number, number, number]

/** From 3 (RGB) or 4 (RGBA, laid on white) bytes a pixel to shades of grey, by the weights of ITU-R BT.601. */
export function greyOf(bytes: ArrayLike<number>, width: number, height: number, channels: 3 | 4): GreyPicture {
  const pixels = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < pixels.length; at += 1, from += channels) {
    const grey = 0.299 * (bytes[from] ?? 0) + 0.587 * (bytes[from + 1] ?? 0) + 0.114 * (bytes[from + 2] ?? 0)
    const cover = channels === 4 ? (bytes[from + 3] ?? 255) / 255 : 1
    pixels[at] = Math.round(grey * cover + 255 * (1 - cover))
  }
  return { width, height, pixels }
}

/** The picture at another size: between pixels where it grows, by their mean where it shrinks. */
export function scaled(picture: GreyPicture, factor: number): GreyPicture {
  if (Math.abs(factor - 1) < 0.01) return picture
  const width = Math.max(1, Math.round(picture.width * factor))
  const height = Math.max(1, Math.round(picture.height * factor))
  return factor > 1 ? enlarged(picture, width, height) : reduced(picture, width, height)
}

function enlarged({ width: fromWidth, height: fromHeight, pixels: from }: GreyPicture, width: number, height: number) {
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const [y0, y1, down] = between(y, height, fromHeight)
    for (let x = 0; x < width; x += 1) {
      const [x0, x1, right] = between(x, width, fromWidth)
      const upper = mix(from[y0 * fromWidth + x0], from[y0 * fromWidth + x1], right)
      const lower = mix(from[y1 * fromWidth + x0], from[y1 * fromWidth + x1], right)
      pixels[y * width + x] = Math.round(mix(upper, lower, down))
    }
  }
  return { width, height, pixels }
}

/** The two pixels of the smaller row that one of the larger row lies between, and how near it is to the second. */
function between(at: number, length: number, fromLength: number): [number, number, number] {
  const place = Math.max(0, ((at + 0.5) * fromLength) / length - 0.5)
  const first = Math.min(fromLength - 1, Math.floor(place))
  return [first, Math.min(fromLength - 1, first + 1), place - first]
}

function mix(one = 0, other = 0, share: number): number {
  return one + (other - one) * share
}

function reduced({ width: fromWidth, height: fromHeight, pixels: from }: GreyPicture, width: number, height: number) {
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = covered(y, height, fromHeight)
    for (let x = 0; x < width; x += 1) {
      const [left, right] = covered(x, width, fromWidth)
      let sum = 0
      for (let row = top; row < bottom; row += 1) {
        for (let column = left; column < right; column += 1) sum += from[row * fromWidth + column] ?? 0
      }
      pixels[y * width + x] = Math.round(sum / ((bottom - top) * (right - left)))
    }
  }
  return { width, height, pixels }
}

function covered(at: number, length: number, fromLength: number): [number, number] {
  const from = Math.floor((at * fromLength) / length)
  return [from, Math.max(from + 1, Math.floor(((at + 1) * fromLength) / length))]
}

/** The picture turned clockwise. */
export function turned(picture: GreyPicture, turn: Turn): GreyPicture {
  if (turn === 0) return picture
  const { width: fromWidth, height: fromHeight, pixels: from } = picture
  const [width, height] = turn === 180 ? [fromWidth, fromHeight] : [fromHeight, fromWidth]
  const pixels = new Uint8Array(from.length)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [column, row] =
        turn === 90
          ? [y, fromHeight - 1 - x]
          : turn === 180
            ? [fromWidth - 1 - x, fromHeight - 1 - y]
            : [fromWidth - 1 - y, x]
      pixels[y * width + x] = from[row * fromWidth + column] ?? 255
    }
  }
  return { width, height, pixels }
}

/** Where a box of the turned picture lies in the picture as it was; `width` and `height` are of that. */
export function turnedBack([left, top, right, bottom]: PixelBox, turn: Turn, width: number, height: number): PixelBox {
  if (turn === 90) return [top, height - right, bottom, height - left]
  if (turn === 180) return [width - right, height - bottom, width - left, height - top]
  if (turn === 270) return [width - bottom, left, width - top, right]
  return [left, top, right, bottom]
}

/** The picture as a file that Tesseract reads: portable grey map, binary (P5). */
export function toPgm({ width, height, pixels }: GreyPicture): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`)
  const file = new Uint8Array(head.length + pixels.length)
  file.set(head)
  file.set(pixels, head.length)
  return file
}
