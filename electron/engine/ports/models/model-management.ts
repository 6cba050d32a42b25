import type { CatalogueItem, InstalledModel, LoopbackServer, ModelsState, NetworkAttempt } from '@shared/models/models'
import type { StarterActs } from './starter-acts'

/** A person's acts on models. */
export interface Models {
  state(): ModelsState
  catalogue(): Promise<CatalogueItem[]>
  /** Absolute paths: one GGUF file, a folder, or the files of one model. Throws MODEL_UNUSABLE, DISK_FULL. */
  add(paths: readonly string[], signal?: AbortSignal): Promise<InstalledModel>
  /**
   * Streams a model's file that came without a path to disk; the path it returns is for `add`, which takes it away. `name` may
   * have folders, files of one model share a batch. Throws INVALID_INPUT, DISK_FULL, CANCELLED.
   */
  receive(name: string, batch: string, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<string>
  /** Throws NOT_FOUND. Stops using it first; what was chosen falls back to what comes with Cairn. */
  delete(id: string): Promise<void>
  /** Begins or goes on; returns the download's id. Throws NOT_FOUND, NETWORK_DENIED, DISK_FULL. */
  download(entryId: string, allow: readonly string[]): Promise<string>
  pauseDownload(id: string): Promise<boolean>
  cancelDownload(id: string): Promise<boolean>
  load(id: string): Promise<ModelsState>
  unload(id: string): Promise<ModelsState>
  /** Looks for servers, also at one address that the settings do not have. Throws CANCELLED. */
  findServers(signal?: AbortSignal, also?: string): Promise<LoopbackServer[]>
  /**
   * Keeps a server's key, or forgets it (null), and looks for servers again. Throws INVALID_INPUT for an address that no
   * key may be sent to, PERMISSION_DENIED, DISK_FULL.
   */
  setServerKey(url: string, key: string | null): Promise<LoopbackServer[]>
  pauseEmbedding(paused: boolean): Promise<ModelsState>
  networkLog(): NetworkAttempt[]
  /** The recommended models for this machine. */
  readonly starter: StarterActs
}
