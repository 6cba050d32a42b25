import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { EmbeddingState } from '@shared/models/models'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { forkHost, hostFile } from '@engine/inference/supervision/fork-host'
import { type Inference, modelsFolderOf, openInference } from '@engine/inference/open-inference'
import { ServerKeys } from '@engine/platform/server-keys'
import { SettingsStore } from '@engine/platform/settings-file'
import type { KeptText } from '@engine/ports/models/kept-text'
import type { NetworkDesk } from '@engine/ports/network-desk'
import type { Embedder } from '@engine/ports/models/embedder'
import { lockModels } from '@engine/storage/opening/store-lock'
import type { EngineBase } from './engine-base'
import { type NetworkPart, wireNetwork } from './network/wire-network'

export interface ModelsPart {
  readonly builtIn: Embedder
  readonly inference: Inference
  readonly network: NetworkDesk & Pick<NetworkPart, 'begin'>
  /** Not read before the store is open. */
  readonly settings: SettingsStore
  readonly embedding: EmbeddingControl
  readonly kept: KeptTextControl
  /** Closes what runs models; further calls give the same promise. */
  readonly close: () => Promise<void>
}

/** The making of vectors, as the view of models shows and pauses it. It is connected once there is a library. */
export class EmbeddingControl {
  #target: { state(): EmbeddingState; pause(): Promise<void>; resume(): Promise<void> } | undefined

  connect(target: { state(): EmbeddingState; pause(): Promise<void>; resume(): Promise<void> }): void {
    this.#target = target
  }

  state(): EmbeddingState {
    return this.#connected().state()
  }

  pause(paused: boolean): Promise<void> {
    return paused ? this.#connected().pause() : this.#connected().resume()
  }

  #connected() {
    if (!this.#target) throw new Error('The making of vectors was asked for before there is a library.')
    return this.#target
  }
}

/** What other machines are not sent. It is connected once there is a library; before that nothing of it can be asked. */
export class KeptTextControl implements KeptText {
  #target: KeptText | undefined

  connect(target: KeptText): void {
    this.#target = target
  }

  keepsAny(): boolean {
    return this.#target?.keepsAny() ?? true
  }

  without(texts: readonly string[]): Promise<string[]> {
    if (!this.#target) throw new Error('A model was asked before there is a library.')
    return this.#target.without(texts)
  }
}

/** Opens the models folder and what runs models. Nothing runs before `inference.start()`. */
export async function wireModels(base: EngineBase): Promise<ModelsPart> {
  const { options, changes, opened, log } = base
  const { folder, resources } = options
  const builtIn = createHashedNgramEmbedder()
  const embedding = new EmbeddingControl()
  const kept = new KeptTextControl()
  const settings = new SettingsStore({
    folder,
    changed: (settings) => changes.publish({ type: 'settings', settings }),
    log,
  })
  const network = await wireNetwork(base, settings)
  const keys = await ServerKeys.open(folder, log)
  const inference = await openInference({
    network: network.gate,
    folder: modelsFolderOf(folder),
    starterFile: join(folder, 'starter-set.json'),
    manifest: process.env['CAIRN_MODELS_MANIFEST'] || join(dirname(resources), 'models', 'manifest.json'),
    builtIn,
    fork: (role) => options.forkHost?.(hostFile(), role, log) ?? forkHost(hostFile(), log),
    settings: { get: () => settings.get().models, change: (models) => settings.change({ models }) },
    keys,
    embedding,
    kept,
    publish: (models) => changes.publish({ type: 'models', models }),
    lockModels,
    newId: randomUUID,
    log,
  })
  let closed: Promise<void> | undefined
  const close = () => (closed ??= inference.close().finally(() => keys.forget()))
  opened.defer(close)
  changes.listen(({ type }) => {
    if (type === 'settings') inference.warm()
  })
  return {
    builtIn,
    inference,
    network: { ...network.deskOf(inference.gate), begin: () => network.begin() },
    settings,
    embedding,
    kept,
    close,
  }
}
