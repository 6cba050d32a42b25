import { toCairnError } from '@shared/errors'
import { GgufReader, unusableGguf } from './gguf-reader'
import { tensorBytes } from './gguf-tensor-sizes'

export interface GgufTensor {
  readonly name: string
  readonly type: number
  readonly weights: number
  readonly bytes: number
}

/** Short lists of numbers are kept, of all others only their length. */
export type GgufValue = number | string | boolean | { readonly length: number; readonly numbers: readonly number[] }

export interface GgufHeader {
  readonly metadata: ReadonlyMap<string, GgufValue>
  readonly tensors: readonly GgufTensor[]
}

const maxNameBytes = 1 << 16
/** Chat templates are the longest; some fill pages. */
const maxTextBytes = 1 << 24
const maxDimensions = 8
const maxNumbers = 4096
const defaultAlignment = 32

/** By the format's number of each type: how to read a value from its bytes (ggml/docs/gguf.md). */
const scalars: Readonly<Record<number, { bytes: number; read: (value: Buffer) => number | boolean }>> = {
  0: { bytes: 1, read: (value) => value.readUInt8() },
  1: { bytes: 1, read: (value) => value.readInt8() },
  2: { bytes: 2, read: (value) => value.readUInt16LE() },
  3: { bytes: 2, read: (value) => value.readInt16LE() },
  4: { bytes: 4, read: (value) => value.readUInt32LE() },
  5: { bytes: 4, read: (value) => value.readInt32LE() },
  6: { bytes: 4, read: (value) => value.readFloatLE() },
  7: { bytes: 1, read: (value) => value.readUInt8() !== 0 },
  10: { bytes: 8, read: (value) => Number(value.readBigUInt64LE()) },
  11: { bytes: 8, read: (value) => Number(value.readBigInt64LE()) },
  12: { bytes: 8, read: (value) => value.readDoubleLE() },
}
const textType = 8
const listType = 9

/**
 * Reads what stands before a GGUF file's weights and checks that the weights are all there, before native code maps the
 * file. Throws CairnError MODEL_UNUSABLE, FILE_VANISHED, PERMISSION_DENIED.
 */
export function readGgufHeader(path: string): GgufHeader {
  let reader: GgufReader | undefined
  try {
    reader = new GgufReader(path)
    return read(reader)
  } catch (thrown) {
    throw toCairnError(thrown)
  } finally {
    reader?.close()
  }
}

function read(from: GgufReader): GgufHeader {
  if (from.left < 24 || from.u32() !== 0x46554747)
    throw unusableGguf('The file is not a GGUF model, or its beginning is damaged.')
  const version = from.u32()
  if (version !== 2 && version !== 3)
    throw unusableGguf(`Its format is GGUF version ${version}, which Cairn cannot read.`)
  const tensorCount = from.u64()
  const valueCount = from.u64()
  const metadata = new Map<string, GgufValue>()
  for (let left = valueCount; left > 0; left -= 1) {
    const key = from.text(maxNameBytes)
    metadata.set(key, readValue(from, from.u32()))
  }
  const placed: (GgufTensor & { offset: number })[] = []
  for (let left = tensorCount; left > 0; left -= 1) {
    const name = from.text(maxNameBytes)
    const count = from.u32()
    if (count > maxDimensions) throw unusableGguf('Its header is damaged: a tensor in it has too many dimensions.')
    const dimensions = Array.from({ length: count }, () => from.u64())
    const type = from.u32()
    const weights = dimensions.reduce((product, size) => product * size, 1)
    placed.push({ name, type, weights, bytes: tensorBytes(type, dimensions), offset: from.u64() })
  }
  const alignment = metadata.get('general.alignment')
  const unit = typeof alignment === 'number' && alignment >= 1 ? alignment : defaultAlignment
  const data = Math.ceil(from.at / unit) * unit
  const end = placed.reduce((furthest, { offset, bytes }) => Math.max(furthest, data + offset + bytes), data)
  if (placed.length > 0 && end > from.bytes)
    throw unusableGguf(`The file is cut short: it has ${from.bytes} of at least ${end} bytes.`)
  return { metadata, tensors: placed }
}

function readValue(from: GgufReader, type: number): GgufValue {
  if (type === textType) return from.text(maxTextBytes)
  if (type === listType) return readList(from)
  const scalar = scalars[type]
  if (!scalar) throw unusableGguf('Its header is damaged: it holds a value of no known type.')
  return scalar.read(from.take(scalar.bytes))
}

function readList(from: GgufReader): GgufValue {
  const type = from.u32()
  const length = from.u64()
  const scalar = scalars[type]
  // Checked at once, so that a damaged length is not counted through.
  if (length * (scalar?.bytes ?? 8) > from.left) throw unusableGguf('The file is cut short inside its header.')
  if (scalar) {
    if (length > maxNumbers) {
      from.skip(length * scalar.bytes)
      return { length, numbers: [] }
    }
    return { length, numbers: Array.from({ length }, () => Number(scalar.read(from.take(scalar.bytes)))) }
  }
  if (type !== textType) throw unusableGguf('Its header is damaged: it holds a list of no known type.')
  for (let left = length; left > 0; left -= 1) from.skip(from.u64())
  return { length, numbers: [] }
}
