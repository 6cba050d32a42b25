import { CairnError } from '@shared/errors'
import type { ModelDetails } from '@shared/models/models'
import type { LoadedModel } from './loaded-model'
import type { LoadOptions, ModelFiles } from './protocol'

/** How a host reads and loads models; each runtime is imported when a model first needs it. */
export interface ModelOpeners {
  inspect(files: ModelFiles): Promise<ModelDetails>
  open(
    files: ModelFiles,
    options: LoadOptions,
    progress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<LoadedModel>
}

/** Every kind of model Cairn can run. Throws CairnError MODEL_UNUSABLE, MODEL_OUT_OF_MEMORY, MODEL_FAILED, CANCELLED. */
export const modelOpeners: ModelOpeners = {
  async inspect(files) {
    if (files.format === 'gguf') return (await import('../gguf/gguf-details')).inspectGguf(files.path)
    return (await (await import('../onnx/inspect-model-folder')).inspectModelFolder(files.path, files.kind)).details
  },

  async open(files, options, progress, signal) {
    if (files.kind === 'language' && files.format === 'gguf') {
      const { openLanguageModel } = await import('../llama/llama-model')
      return openLanguageModel(files.path, options, progress, signal)
    }
    if (files.kind === 'embedder' && files.format === 'onnx')
      return (await withRuntime(import('../onnx/onnx-embedder'))).openOnnxEmbedder(files.path, options)
    if (files.kind === 'embedder' && files.format === 'static')
      return (await import('../static-embedding/static-embedder')).openStaticEmbedder(files.path)
    if (files.kind === 'reranker' && files.format === 'onnx')
      return (await withRuntime(import('../onnx/cross-encoder'))).openCrossEncoder(files.path, options)
    if (files.kind === 'reader' && files.format === 'onnx')
      return (await withRuntime(import('../onnx/reading/onnx-reader'))).openOnnxReader(files.path, options)
    throw noRuntime(files)
  },
}

/** What imports ONNX Runtime, which has no build for some machines, as Macs with Intel processors. There the import fails. */
export async function withRuntime<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading
  } catch (cause) {
    throw new CairnError(
      'MODEL_UNUSABLE',
      `ONNX Runtime, which runs this model, cannot be loaded on this computer (${process.platform}, ${process.arch}).`,
      'Choose a Model2Vec embedder, or an embedder of a server such as Ollama. Without one Cairn searches by words.',
      { cause },
    )
  }
}

function noRuntime(files: ModelFiles): CairnError {
  return new CairnError(
    'MODEL_UNUSABLE',
    `Cairn cannot run a ${files.kind} model from ${files.format} files.`,
    'Language models are GGUF files; embedders, rerankers and readers are folders with an ONNX or static model.',
  )
}
