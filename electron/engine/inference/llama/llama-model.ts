import { CairnError } from '@shared/errors'
import {
  GeneralChatWrapper,
  InsufficientMemoryError,
  resolveChatWrapper,
  type ChatHistoryItem,
  type ChatWrapper,
  type Llama,
  type LlamaGrammar,
  type LlamaModel,
} from 'node-llama-cpp'
import { cancelled } from '@engine/platform/deadline'
import { WorkQueue } from '@engine/platform/work-queue'
import { checkedHeader, detailsOf, memoryNeed } from '../gguf/gguf-details'
import type { GgufHeader } from '../gguf/gguf-header'
import { generateText } from './llama-generate'
import { openSlot, type LlamaSlot } from './llama-slot'
import { startLlama } from './llama-start'
import type { LoadedLanguageModel } from '../host/loaded-model'
import type { LoadOptions } from '../host/protocol'

/**
 * Constrained calls are short and begin with the same long instructions: they are kept in a context of their own, so that
 * they and the conversation do not push each other out between turns.
 */
const constrainedContext = 2048
const gigabyte = 1e9

/**
 * Loads a GGUF file with llama.cpp. The header is checked and the need of memory held against what is free before any
 * native code maps the file. `progress` is told 0 to 1. Throws CairnError MODEL_UNUSABLE, MODEL_OUT_OF_MEMORY,
 * MODEL_FAILED, CANCELLED.
 */
export async function openLanguageModel(
  path: string,
  options: LoadOptions,
  progress: (share: number) => void,
  signal: AbortSignal = new AbortController().signal,
): Promise<LoadedLanguageModel> {
  const header = checkedHeader(path)
  const details = detailsOf(header)
  const contextLength = Math.min(options.context_length, details.context_length ?? options.context_length)
  const llama = await startLlama(options.gpu)
  try {
    if (llama.gpu === false) await checkMemory(llama, header, contextLength)
    const model = await llama.loadModel({ modelPath: path, loadSignal: signal, onLoadProgress: progress })
    // llama.cpp's threads wait for each other by spinning: one core is left to everything else.
    const threads = options.threads ?? Math.max(1, llama.cpuMathCores - 1)
    const wrapper = details.has_chat_template
      ? resolveChatWrapper(model, { warningLogs: false })
      : new GeneralChatWrapper()
    const main = await openSlot(model, wrapper, contextLength, threads)
    const used = main.sequence.contextSize
    return new LlamaLanguageModel(
      { llama, model, wrapper, main, threads },
      {
        details: { ...details, context_length: used, memory_bytes: memoryNeed(header, used) },
        device: deviceOf(llama, model),
        gpus: await llama.getGpuDeviceNames(),
      },
    )
  } catch (thrown) {
    await llama.dispose()
    throw asModelError(thrown, signal)
  }
}

interface LlamaParts {
  readonly llama: Llama
  readonly model: LlamaModel
  readonly wrapper: ChatWrapper
  readonly main: LlamaSlot
  readonly threads: number
}

class LlamaLanguageModel implements LoadedLanguageModel {
  readonly kind = 'language'
  #aside: LlamaSlot | null = null
  /** Generations run in turn: two at once would each be slower, and the second would wait for its first token anyway. */
  readonly #queue = new WorkQueue()
  readonly #closing = new AbortController()
  readonly #grammars = new Map<string, LlamaGrammar>()

  constructor(
    private readonly parts: LlamaParts,
    readonly loaded: LoadedLanguageModel['loaded'],
  ) {}

  generate: LoadedLanguageModel['generate'] = (request, write, signal) => {
    const stop = AbortSignal.any([signal, this.#closing.signal])
    const { llama, main } = this.parts
    return this.#queue.run(async () => {
      if (stop.aborted) throw cancelled()
      try {
        const slot = request.schema === null ? main : await this.#constrainedSlot(request)
        return await generateText({ llama, slot, grammars: this.#grammars, request, write, signal: stop })
      } catch (thrown) {
        throw asModelError(thrown, stop)
      }
    })
  }

  count(texts: readonly string[]): number[] {
    return texts.map((text) => this.parts.model.tokenize(text).length)
  }

  async dispose(): Promise<void> {
    this.#closing.abort()
    await this.#queue.idle()
    await this.#aside?.dispose()
    const { llama, model, main } = this.parts
    await main.dispose()
    await model.dispose()
    await llama.dispose()
  }

  async #constrainedSlot(request: Parameters<LoadedLanguageModel['generate']>[0]): Promise<LlamaSlot> {
    const { model, wrapper, main, threads } = this.parts
    if (main.sequence.contextSize <= constrainedContext) return main
    const history: ChatHistoryItem[] = [
      { type: 'system', text: request.system },
      ...request.messages.map(({ content }): ChatHistoryItem => ({ type: 'user', text: content })),
    ]
    const { contextText } = wrapper.generateContextState({ chatHistory: history })
    const need = contextText.tokenize(model.tokenizer).length + request.max_tokens
    if (need > constrainedContext) return main
    try {
      this.#aside ??= await openSlot(model, wrapper, constrainedContext, threads)
      return this.#aside
    } catch (thrown) {
      // It only saves time.
      if (thrown instanceof InsufficientMemoryError) return main
      throw thrown
    }
  }
}

async function checkMemory(llama: Llama, header: GgufHeader, contextLength: number): Promise<void> {
  const { free } = await llama.getRamState()
  const least = memoryNeed(header, Math.min(contextLength, 512))
  if (least > free) throw outOfMemory(`it takes ${inGigabytes(least)} and ${inGigabytes(free)} is free`)
}

function inGigabytes(bytes: number): string {
  return `${(bytes / gigabyte).toFixed(1)} GB`
}

function outOfMemory(why: string, options?: ErrorOptions): CairnError {
  return new CairnError(
    'MODEL_OUT_OF_MEMORY',
    `There is not enough memory for this model: ${why}.`,
    'Close other programs or choose a smaller model.',
    options,
  )
}

function deviceOf(llama: Llama, model: LlamaModel): string {
  if (llama.gpu === false || model.gpuLayers === 0) return 'cpu'
  return `${llama.gpu}, ${model.gpuLayers} of ${model.fileInsights.totalLayers} layers`
}

function asModelError(thrown: unknown, signal: AbortSignal): CairnError {
  if (signal.aborted) return cancelled()
  if (thrown instanceof CairnError) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  if (thrown instanceof InsufficientMemoryError) return outOfMemory(message, { cause: thrown })
  return new CairnError(
    'MODEL_FAILED',
    `The model failed: ${message}`,
    'Ask again; if it fails each time, choose another model.',
    { cause: thrown },
  )
}
