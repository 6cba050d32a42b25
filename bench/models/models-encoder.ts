import { mulberry32 } from '@shared/hash'
import { normalNumbers } from '../tiny-models/random'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onnxFiles, type OnnxNode, type OnnxPort, type OnnxTensor } from '../tiny-models/onnx-file'
import { writeTinyEncoder } from '../tiny-models/tiny-encoder'

export const encoderDimensions = 384
const inner = 1536
const layers = 4

/**
 * Writes an encoder that costs about what a small real one does, 384 wide: per layer x = x + relu(x A) B with random A
 * and B. What it says of a text is of no use; that it takes its time is.
 */
export async function writeBenchEncoder(folder: string): Promise<void> {
  const { embeddings, pieces } = await writeTinyEncoder(folder, { dimensions: encoderDimensions })
  const random = mulberry32(11)
  const tensors: OnnxTensor[] = [
    { name: 'embeddings', dimensions: [pieces.length, encoderDimensions], data: embeddings },
  ]
  const nodes: OnnxNode[] = [{ op: 'Gather', inputs: ['embeddings', 'input_ids'], output: 'x0' }]
  for (let layer = 0; layer < layers; layer += 1) {
    const weights = (name: string, rows: number, columns: number) => {
      const data = normalNumbers(rows * columns, 0.5 / Math.sqrt(rows), random)
      tensors.push({ name: `${name}${layer}`, dimensions: [rows, columns], data })
      return `${name}${layer}`
    }
    const step = (op: string, output: string, ...inputs: string[]) => void nodes.push({ op, inputs, output })
    step('MatMul', `up${layer}`, `x${layer}`, weights('a', encoderDimensions, inner))
    step('Relu', `bent${layer}`, `up${layer}`)
    step('MatMul', `down${layer}`, `bent${layer}`, weights('b', inner, encoderDimensions))
    step('Add', layer === layers - 1 ? 'last_hidden_state' : `x${layer + 1}`, `x${layer}`, `down${layer}`)
  }
  const port = (name: string): OnnxPort => ({ name, type: 'int64', dimensions: ['batch', 'sequence'] })
  const output: OnnxPort = {
    name: 'last_hidden_state',
    type: 'float32',
    dimensions: ['batch', 'sequence', encoderDimensions],
  }
  const inputs = ['input_ids', 'attention_mask'].map(port)
  await writeFile(join(folder, 'onnx/model.onnx'), onnxFiles({ nodes, inputs, outputs: [output], tensors }).model)
}
