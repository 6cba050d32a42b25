import { availableParallelism } from 'node:os'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { LoadOptions } from '../host/protocol'
import { openFailure, runFailure, unusable } from './onnx-errors'
import { floatsOfHalfs } from './model-file/onnx-float16'
import type { Tokens } from './tokenizer'

export interface Output {
  readonly data: Float32Array
  readonly shape: readonly number[]
}

/** An open ONNX model that reads tokens. */
export class OnnxSession {
  private constructor(
    private readonly session: InferenceSession,
    private readonly output: string,
    private readonly padId: number,
  ) {}

  /**
   * Opening and each run hold up the event loop (onnxruntime-node 1.30 computes in the thread that calls it). It computes
   * on the CPU whatever `gpu` says: models of this size with inputs of changing length gain little elsewhere. Throws
   * MODEL_UNUSABLE, MODEL_OUT_OF_MEMORY.
   */
  static async open(path: string, output: string, padId: number, options: LoadOptions): Promise<OnnxSession> {
    try {
      const session = await InferenceSession.create(path, {
        executionProviders: ['cpu'],
        graphOptimizationLevel: 'all',
        intraOpNumThreads: options.threads ?? usualThreads(availableParallelism()),
        interOpNumThreads: 1,
        logSeverityLevel: 3,
      })
      return new OnnxSession(session, output, padId)
    } catch (error) {
      throw openFailure(error)
    }
  }

  /** Pads the rows to the longest. Throws MODEL_FAILED, MODEL_OUT_OF_MEMORY, MODEL_UNUSABLE. */
  async run(rows: readonly Tokens[]): Promise<Output> {
    const [output] = await this.#run(rows, [this.output])
    return output
  }

  /** As `run`, for a model with a second output. */
  runBoth(rows: readonly Tokens[], second: string): Promise<[Output, ...Output[]]> {
    return this.#run(rows, [this.output, second])
  }

  async #run(rows: readonly Tokens[], names: readonly [string, ...string[]]): Promise<[Output, ...Output[]]> {
    const width = rows.reduce((most, row) => Math.max(most, row.ids.length), 1)
    const feeds: Record<string, Tensor> = {}
    for (const input of this.session.inputMetadata) {
      const values = this.#values(input.name, rows, width)
      const wide = !input.isTensor || input.type !== 'int32'
      feeds[input.name] = wide
        ? new Tensor('int64', BigInt64Array.from(values, BigInt), [rows.length, width])
        : new Tensor('int32', values, [rows.length, width])
    }
    try {
      const results = await this.session.run(feeds, names)
      const [first, ...others] = names.map((name) => outputOf(results[name], name))
      if (!first) throw unusable('The model gave no output.')
      return [first, ...others]
    } catch (error) {
      throw runFailure(error)
    }
  }

  release(): Promise<void> {
    return this.session.release()
  }

  #values(input: string, rows: readonly Tokens[], width: number): Int32Array {
    const values = new Int32Array(rows.length * width)
    if (input === 'input_ids') values.fill(this.padId)
    for (const [at, { ids, types }] of rows.entries()) {
      const start = at * width
      if (input === 'input_ids') values.set(ids, start)
      else if (input === 'token_type_ids') values.set(types, start)
      else if (input === 'attention_mask') values.fill(1, start, start + ids.length)
      else ids.forEach((_, position) => (values[start + position] = position))
    }
    return values
  }
}

function outputOf(result: Tensor | undefined, name: string): Output {
  if (!result) throw unusable(`The model gave no output "${name}".`)
  return { data: floatsOf(result), shape: result.dims }
}

function floatsOf(tensor: Tensor): Float32Array {
  if (tensor.data instanceof Float32Array) return tensor.data
  if (tensor.type === 'float16' && tensor.data instanceof Uint16Array) return floatsOfHalfs(tensor.data)
  if (tensor.type === 'float16' || tensor.type === 'float64') {
    return Float32Array.from(tensor.data as Iterable<unknown>, Number)
  }
  throw unusable(`The model's output has numbers of the type ${tensor.type}, which Cairn cannot read.`)
}

/** About the real cores, of which each usually shows as two, and at most eight: more only wait for each other. */
function usualThreads(parallelism: number): number {
  return parallelism <= 4 ? Math.max(1, parallelism) : Math.min(8, Math.ceil(parallelism / 2))
}
