import * as nodeModule from 'node:module'
import { CairnError } from '@shared/errors'
import type { Llama } from 'node-llama-cpp'
import type { LoadOptions } from '../host/protocol'

/**
 * Starts llama.cpp with the binaries that were installed, never building or fetching one. `auto` takes the graphics card
 * where there is one. Throws CairnError MODEL_FAILED.
 */
export async function startLlama(gpu: LoadOptions['gpu']): Promise<Llama> {
  trustBinaries()
  try {
    const { getLlama, LlamaLogLevel } = await import('node-llama-cpp')
    return await getLlama({
      gpu: gpu === 'auto' ? 'auto' : false,
      build: 'never',
      skipDownload: true,
      progressLogs: false,
      logLevel: LlamaLogLevel.error,
      logger: () => undefined,
      // Each context is given its own number.
      maxThreads: 0,
    })
  } catch (thrown) {
    throw new CairnError(
      'MODEL_FAILED',
      `llama.cpp does not start on this machine: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      'Use a server on this machine instead, such as Ollama, or go on without a language model.',
      { cause: thrown },
    )
  }
}

/**
 * node-llama-cpp first tries a binary in a process of its own, which it starts as plain Node; a packaged Electron refuses
 * that. The process we run in is itself such a trial: when a binary ends it, the supervisor knows.
 */
function trustBinaries(): void {
  if (!('electron' in process.versions) || !('registerHooks' in nodeModule)) return
  nodeModule.registerHooks({
    load: (url, context, next) =>
      url.endsWith('/node-llama-cpp/dist/bindings/utils/testBindingBinary.js')
        ? {
            format: 'module',
            source: 'export async function testBindingBinary() { return true }',
            shortCircuit: true,
          }
        : next(url, context),
  })
}
