/** Writes ONNX models (github.com/onnx/onnx, onnx.proto): as much of the format as the tiny models need. */

export interface OnnxTensor {
  readonly name: string
  readonly dimensions: readonly number[]
  readonly data: Float32Array | Int8Array | BigInt64Array
}

/** `dimensions`: a number, or the name of one that is only known when the model runs. */
export interface OnnxPort {
  readonly name: string
  readonly type: 'float32' | 'int64'
  readonly dimensions: readonly (number | string)[]
}

export interface OnnxNode {
  readonly op: string
  readonly inputs: readonly string[]
  readonly output: string
  readonly integers?: Readonly<Record<string, number | readonly number[]>>
}

export interface OnnxModel {
  readonly nodes: readonly OnnxNode[]
  readonly inputs: readonly OnnxPort[]
  readonly outputs: readonly OnnxPort[]
  readonly tensors: readonly OnnxTensor[]
  /** The file beside the model that holds the tensors' numbers; absent where the model holds them itself. */
  readonly external?: string | undefined
}

export interface OnnxFiles {
  readonly model: Buffer
  /** What belongs into the file named by `external`; empty without. */
  readonly external: Buffer
}

const elementTypes = { float32: 1, int8: 3, int64: 7 }
/** ONNX Runtime must see small tensors, such as axes, while it opens the model. */
const leastOutside = 1024
const attributeTypes = { integer: 2, integers: 7 }

export function onnxFiles(model: OnnxModel): OnnxFiles {
  const outside: Buffer[] = []
  let offset = 0
  const tensors = model.tensors.map((tensor) => {
    const bytes = Buffer.from(tensor.data.buffer, tensor.data.byteOffset, tensor.data.byteLength)
    const head = [
      ...tensor.dimensions.map((dimension) => integer(1, dimension)),
      integer(2, elementTypes[elementTypeOf(tensor)]),
      text(8, tensor.name),
    ]
    if (model.external === undefined || bytes.length < leastOutside) return message(5, ...head, field(9, bytes))
    const place = Object.entries({ location: model.external, offset: `${offset}`, length: `${bytes.length}` })
    outside.push(bytes)
    offset += bytes.length
    return message(
      5,
      ...head,
      ...place.map(([key, value]) => message(13, text(1, key), text(2, value))),
      integer(14, 1),
    )
  })
  const graph = message(
    7,
    ...model.nodes.map(node),
    text(2, 'tiny'),
    ...tensors,
    ...model.inputs.map((input) => port(11, input)),
    ...model.outputs.map((output) => port(12, output)),
  )
  const bytes = [integer(1, 8), text(2, 'cairn'), graph, message(8, text(1, ''), integer(2, 17))]
  return { model: Buffer.concat(bytes), external: Buffer.concat(outside) }
}

function elementTypeOf({ data }: OnnxTensor): keyof typeof elementTypes {
  if (data instanceof Float32Array) return 'float32'
  return data instanceof Int8Array ? 'int8' : 'int64'
}

function node({ op, inputs, output, integers = {} }: OnnxNode): Buffer {
  const attributes = Object.entries(integers).map(([name, value]) =>
    typeof value === 'number'
      ? message(5, text(1, name), integer(3, value), integer(20, attributeTypes.integer))
      : message(5, text(1, name), ...value.map((item) => integer(8, item)), integer(20, attributeTypes.integers)),
  )
  return message(1, ...inputs.map((input) => text(1, input)), text(2, output), text(4, op), ...attributes)
}

function port(number: number, { name, type, dimensions }: OnnxPort): Buffer {
  const shape = dimensions.map((dimension) =>
    typeof dimension === 'number' ? message(1, integer(1, dimension)) : message(1, text(2, dimension)),
  )
  const tensor = message(1, integer(1, elementTypes[type]), message(2, ...shape))
  return message(number, text(1, name), message(2, tensor))
}

function message(number: number, ...fields: readonly Buffer[]): Buffer {
  return field(number, Buffer.concat(fields))
}

function text(number: number, value: string): Buffer {
  return field(number, Buffer.from(value))
}

function field(number: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint(BigInt(number * 8 + 2)), varint(BigInt(bytes.length)), bytes])
}

function integer(number: number, value: number): Buffer {
  return Buffer.concat([varint(BigInt(number * 8)), varint(BigInt.asUintN(64, BigInt(value)))])
}

function varint(value: bigint): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  bytes.push(Number(rest))
  return Buffer.from(bytes)
}
