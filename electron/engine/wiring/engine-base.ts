import type { Change } from '@shared/changes'
import { DisposerStack } from '@engine/platform/disposer-stack'
import { EventHub } from '@engine/platform/event-hub'
import type { HostProcess } from '@engine/ports/models/host-process'

export interface EngineOptions {
  /** The store folder, absolute; made when missing. */
  readonly folder: string
  /** Where Cairn's own resources lie, absolute. */
  readonly resources: string
  readonly log?: (line: string) => void
  /** Milliseconds to wait after each token, for tests and demonstrations; 0 by default. */
  readonly tokenPaceMs?: number | undefined
  /** Starts the process that runs models from its built entry; a child of Node's by default. */
  readonly forkHost?:
    ((entry: string, role: 'language' | 'vectors', log: (line: string) => void) => HostProcess) | undefined
}

/** What every part of the engine is made with. */
export interface EngineBase {
  readonly options: EngineOptions
  /** Every change that parts or windows may want to know of. */
  readonly changes: EventHub<Change>
  /** What has been opened and must be closed. */
  readonly opened: DisposerStack
  /** Aborted when the engine closes. */
  readonly closing: AbortController
  readonly log: (line: string) => void
}

/** Made first, before anything is opened. */
export function createBase(options: EngineOptions): EngineBase {
  const log = options.log ?? (() => undefined)
  return {
    options,
    changes: new EventHub(log),
    opened: new DisposerStack(),
    closing: new AbortController(),
    log,
  }
}
