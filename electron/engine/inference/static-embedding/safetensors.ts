import { open } from 'node:fs/promises'
import { z } from 'zod'
import { readFailure, unusable } from '../onnx/onnx-errors'
import { floatsOfBrains, floatsOfHalfs } from '../onnx/model-file/onnx-float16'

const size = z.number().int().nonnegative()
const Entry = z.object({ dtype: z.string(), shape: z.array(size), data_offsets: z.tuple([size, size]) })
export type SafetensorsEntry = z.infer<typeof Entry>

const maxHeadBytes = 100_000_000
const bytesPer: Readonly<Record<string, number>> = { F64: 8, F32: 4, F16: 2, BF16: 2, I64: 8, I32: 4, I8: 1 }

export interface Safetensors {
  readonly entries: ReadonlyMap<string, SafetensorsEntry>
  /** Bytes of the file before the first number. */
  readonly dataStart: number
}

/**
 * Reads the head of a safetensors file (github.com/huggingface/safetensors) and holds it against the file's length. Throws
 * MODEL_UNUSABLE.
 */
export async function readSafetensors(path: string, name: string): Promise<Safetensors> {
  const file = await open(path).catch((error: unknown) => Promise.reject(readFailure(error, name)))
  try {
    const { size: length } = await file.stat()
    const lengthBytes = Buffer.alloc(8)
    await file.read(lengthBytes, 0, 8, 0)
    const headLength = Number(lengthBytes.readBigUInt64LE())
    if (length < 8 || headLength > Math.min(maxHeadBytes, length - 8)) {
      throw unusable(`${name} is cut off, or not a safetensors file.`)
    }
    const head = Buffer.alloc(headLength)
    await file.read(head, 0, headLength, 8)
    const entries = parseHead(head.toString('utf8'), name)
    const dataStart = 8 + headLength
    for (const [tensor, { dtype, shape, data_offsets: offsets }] of entries) {
      const [start, end] = offsets
      const per = bytesPer[dtype]
      const expected = per === undefined ? end - start : shape.reduce((product, one) => product * one, per)
      if (end < start || dataStart + end > length) throw unusable(`${name} is cut off.`)
      if (end - start !== expected) throw unusable(`${name} contradicts itself about its tensor ${tensor}.`)
    }
    return { entries, dataStart }
  } finally {
    await file.close()
  }
}

function parseHead(text: string, name: string): Map<string, SafetensorsEntry> {
  try {
    const tensors = z.record(z.string(), z.unknown()).parse(JSON.parse(text))
    delete tensors['__metadata__']
    return new Map(Object.entries(tensors).map(([tensor, entry]) => [tensor, Entry.parse(entry)]))
  } catch (error) {
    throw unusable(`${name} is damaged, or not a safetensors file.`, undefined, error)
  }
}

/** The numbers of a tensor as 32-bit floats. Throws MODEL_UNUSABLE. */
export async function readFloats(
  path: string,
  { dataStart, entries }: Safetensors,
  tensor: string,
): Promise<Float32Array> {
  const entry = entries.get(tensor)
  if (!entry) throw unusable(`The model has no tensor ${tensor}.`)
  const [start, end] = entry.data_offsets
  const bytes = new ArrayBuffer(end - start)
  const file = await open(path)
  try {
    const target = new Uint8Array(bytes)
    for (let done = 0; done < target.length;) {
      const { bytesRead } = await file.read(target, done, target.length - done, dataStart + start + done)
      if (bytesRead === 0) throw unusable('The model file is cut off.')
      done += bytesRead
    }
  } finally {
    await file.close()
  }
  switch (entry.dtype) {
    case 'F32':
      return new Float32Array(bytes)
    case 'F64':
      return Float32Array.from(new Float64Array(bytes))
    case 'F16':
      return floatsOfHalfs(new Uint16Array(bytes))
    case 'BF16':
      return floatsOfBrains(new Uint16Array(bytes))
    case 'I64':
      return Float32Array.from(new BigInt64Array(bytes), Number)
    case 'I32':
      return Float32Array.from(new Int32Array(bytes))
    case 'I8':
      return Float32Array.from(new Int8Array(bytes))
    default:
      throw unusable(`The tensor ${tensor} has numbers of the type ${entry.dtype}, which Cairn cannot read.`)
  }
}
