import { unusable } from '../onnx-errors'
import type { OnnxGraph } from './onnx-graph'

const knownInputs = new Set(['input_ids', 'attention_mask', 'token_type_ids', 'position_ids'])

/** Throws MODEL_UNUSABLE where the ONNX model has an input that a tokenizer does not produce. */
export function checkInputs({ inputs }: OnnxGraph): void {
  const unknown = inputs.map((input) => input.name).filter((name) => !knownInputs.has(name))
  if (unknown.length > 0) {
    throw unusable(
      `The model wants inputs Cairn cannot give (${unknown.slice(0, 5).join(', ')}).`,
      'Choose another model.',
    )
  }
  if (!inputs.some((input) => input.name === 'input_ids')) {
    throw unusable('The model does not read text: it has no input "input_ids".', 'Choose another model.')
  }
}
