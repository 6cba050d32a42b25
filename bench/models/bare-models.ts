import { getLlama, LlamaChat, LlamaLogLevel, resolveChatWrapper } from 'node-llama-cpp'
import { openOnnxEmbedder } from '@engine/inference/onnx/onnx-embedder'
import type { LoadedEmbedder } from '@engine/inference/host/loaded-model'
import type { GenerateRequest } from '@engine/ports/models/language-model'

export interface BareLanguageModel {
  /** Writes an answer; `token` is told each piece as it is made. */
  generate(request: GenerateRequest, token: (text: string) => void): Promise<void>
  close(): Promise<void>
}

export interface BareOptions {
  readonly threads: number
  readonly contextLength: number
}

/** A language model in this very process, asked as node-llama-cpp's own documentation does, with the host's settings. */
export async function openBareLanguageModel(
  path: string,
  { threads, contextLength }: BareOptions,
): Promise<BareLanguageModel> {
  const llama = await getLlama({
    gpu: false,
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    logLevel: LlamaLogLevel.error,
    logger: () => undefined,
    maxThreads: 0,
  })
  const model = await llama.loadModel({ modelPath: path })
  const context = await model.createContext({ contextSize: contextLength, batchSize: 512, threads })
  const chat = new LlamaChat({
    contextSequence: context.getSequence(),
    chatWrapper: resolveChatWrapper(model, { warningLogs: false }),
  })
  return {
    async generate({ system, messages, temperature, seed, maxTokens }, token) {
      await chat.generateResponse(
        [
          { type: 'system', text: system },
          ...messages.map(({ content }) => ({ type: 'user' as const, text: content })),
          { type: 'model', response: [] },
        ],
        {
          maxTokens,
          temperature,
          seed,
          topK: 40,
          topP: 0.95,
          minP: 0.05,
          repeatPenalty: false,
          onTextChunk: token,
        },
      )
    },
    async close() {
      chat.dispose()
      await context.dispose()
      await model.dispose()
      await llama.dispose()
    },
  }
}

/** An embedder in this very process: everything the host's does, without the host. */
export function openBareEmbedder(folder: string, { threads, contextLength }: BareOptions): Promise<LoadedEmbedder> {
  return openOnnxEmbedder(folder, { gpu: 'off', threads, context_length: contextLength })
}
