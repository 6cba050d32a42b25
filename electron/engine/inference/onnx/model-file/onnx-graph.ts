import { open } from 'node:fs/promises'
import { readFailure, unusable } from '../onnx-errors'
import { ProtobufReader, type ProtobufField } from './onnx-protobuf'

/** A tensor a graph takes or gives; `null` stands for a length known only when it runs. */
export interface OnnxPort {
  readonly name: string
  readonly elementType: number
  readonly shape: readonly (number | null)[]
}

export interface OnnxGraph {
  readonly bytes: number
  readonly inputs: readonly OnnxPort[]
  readonly outputs: readonly OnnxPort[]
  /** Numbers in its weights, by ONNX's element type. */
  readonly weights: ReadonlyMap<number, number>
  /** Files beside it that hold weights, relative to its folder. */
  readonly externalFiles: readonly string[]
  /** Whether weights are packed four bits each (the operator MatMulNBits). */
  readonly fourBits: boolean
}

/**
 * Reads what an ONNX file says of itself without its weights: field by field, passing over the numbers, so that a file of
 * gigabytes takes milliseconds (github.com/onnx/onnx, onnx.proto). Throws MODEL_UNUSABLE for a file that is none or is cut off.
 */
export async function readOnnxGraph(path: string, name: string): Promise<OnnxGraph> {
  const file = await open(path).catch((error: unknown) => Promise.reject(readFailure(error, name)))
  try {
    const { size } = await file.stat()
    const reader = new ProtobufReader(file, size, name)
    let graph: OnnxGraph | null = null
    for await (const field of reader.fields(0, size)) {
      if (field.number === 7 && field.kind === 'bytes') graph = await readGraph(reader, field, size)
    }
    if (!graph || graph.outputs.length === 0) throw unusable(`${name} is not an ONNX model.`)
    return graph
  } finally {
    await file.close()
  }
}

async function readGraph(reader: ProtobufReader, whole: ProtobufField, bytes: number): Promise<OnnxGraph> {
  const inputs: OnnxPort[] = []
  const outputs: OnnxPort[] = []
  const weights = new Map<number, number>()
  const initialized = new Set<string>()
  const externalFiles = new Set<string>()
  let fourBits = false
  for await (const field of reader.fields(whole.start, whole.end)) {
    if (field.kind !== 'bytes') continue
    if (field.number === 1) fourBits ||= await isFourBits(reader, field)
    if (field.number === 11) inputs.push(await readPort(reader, field))
    if (field.number === 12) outputs.push(await readPort(reader, field))
    if (field.number !== 5) continue
    const tensor = await readTensor(reader, field)
    initialized.add(tensor.name)
    weights.set(tensor.elementType, (weights.get(tensor.elementType) ?? 0) + tensor.count)
    if (tensor.location !== null) externalFiles.add(tensor.location)
  }
  return {
    bytes,
    // Old exports list their weights among the inputs.
    inputs: inputs.filter((input) => !initialized.has(input.name)),
    outputs,
    weights,
    externalFiles: [...externalFiles],
    fourBits,
  }
}

async function isFourBits(reader: ProtobufReader, node: ProtobufField): Promise<boolean> {
  for await (const field of reader.fields(node.start, node.end)) {
    if (field.number === 4 && field.kind === 'bytes') return (await reader.text(field)) === 'MatMulNBits'
  }
  return false
}

async function readTensor(reader: ProtobufReader, whole: ProtobufField) {
  const tensor = { name: '', elementType: 0, count: 1, location: null as string | null }
  for await (const field of reader.fields(whole.start, whole.end)) {
    if (field.number === 1) for (const size of await reader.integers(field)) tensor.count *= size
    if (field.number === 2 && field.kind === 'integer') tensor.elementType = field.value
    if (field.number === 8 && field.kind === 'bytes') tensor.name = await reader.text(field)
    if (field.number !== 13 || field.kind !== 'bytes') continue
    const [key, value] = await readEntry(reader, field)
    if (key === 'location') tensor.location = value
  }
  return tensor
}

async function readEntry(reader: ProtobufReader, whole: ProtobufField): Promise<[string, string]> {
  const entry: [string, string] = ['', '']
  for await (const field of reader.fields(whole.start, whole.end)) {
    if (field.kind === 'bytes' && (field.number === 1 || field.number === 2)) {
      entry[field.number - 1] = await reader.text(field)
    }
  }
  return entry
}

/** ValueInfoProto: name (1), type (2) → tensor (1) → element type (1), shape (2) → dimensions (1) → value (1). */
async function readPort(reader: ProtobufReader, whole: ProtobufField): Promise<OnnxPort> {
  const port = { name: '', elementType: 0, shape: [] as (number | null)[] }
  for await (const field of reader.fields(whole.start, whole.end)) {
    if (field.number === 1 && field.kind === 'bytes') port.name = await reader.text(field)
    if (field.number !== 2) continue
    for await (const type of reader.fields(field.start, field.end)) {
      if (type.number !== 1) continue
      for await (const part of reader.fields(type.start, type.end)) {
        if (part.number === 1 && part.kind === 'integer') port.elementType = part.value
        if (part.number !== 2) continue
        for await (const dimension of reader.fields(part.start, part.end)) {
          let length: number | null = null
          for await (const value of reader.fields(dimension.start, dimension.end)) {
            if (value.number === 1 && value.kind === 'integer') length = value.value
          }
          port.shape.push(length)
        }
      }
    }
  }
  return port
}
