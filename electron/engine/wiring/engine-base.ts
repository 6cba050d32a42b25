import { join } from 'node:path'
import type { Change } from '@shared/changes'
import { DisposerStack } from '@engine/platform/disposer-stack'
import { Log } from '@engine/platform/log/log'
import { EventHub } from '@engine/platform/event-hub'
import { RecentLooks } from '@engine/platform/order/recent-looks'
import { RestTimes } from '@engine/platform/rest/rest-times'
import { Diagnostics } from '@engine/diagnostics/diagnostics'
import type { Keychain } from '@engine/platform/sealing/kept-secret'
import { forkHost } from '@engine/inference/supervision/fork-host'
import { builtFile } from '@engine/platform/paths'
import type { HostProcess } from '@engine/ports/models/host-process'

export interface EngineOptions {
  /** The store folder, absolute; made when missing. */
  readonly folder: string
  /** `s3://bucket/prefix` where the documents are those of a library that several share; the rest stays in the folder. */
  readonly library?: string | undefined
  /** Absolute path of Cairn's own resources. */
  readonly resources: string
  /** Told of what ought not to happen, beside the log. */
  readonly log?: (line: string) => void
  /** The shell's own log, where it has one that writes already; by default one in the store's folder. */
  readonly logs?: Log | undefined
  /** When and where questions are asked, instead of the machine's clock and time zone: for tests and benches. */
  readonly asked?: { readonly now: () => number; readonly timeZone: string } | undefined
  /** Milliseconds without use after which memory is given up that can be filled again; five minutes by default. */
  readonly restAfterMs?: number | undefined
  /** Of a shared library, in milliseconds: how long a lease lasts, and after which time without a change it is given back. */
  readonly libraryTimes?: { readonly lastsMs?: number; readonly idleMs?: number } | undefined
  /** Milliseconds to wait after each token, for tests and demonstrations; 0 by default. */
  readonly tokenPaceMs?: number | undefined
  /**
   * Asks a person for the passphrase of a store that is encrypted, once more where what they gave was wrong. Undefined where they
   * give none. Not asked where the keychain opens the store.
   */
  readonly passphrase?: ((wasWrong: boolean) => Promise<string | undefined>) | undefined
  /** Told of the passphrase that opens the store from now on: for a shell that starts the engine again by itself. It stands nowhere else. */
  readonly onPassphrase?: ((passphrase: string) => void) | undefined
  /** The system's, where the shell reaches one. */
  readonly keychain?: Keychain | undefined
  /** Starts the processes that run models, read scans and maintain large tables, from their built entries; children of Node's by default. */
  readonly forkHost?:
    | ((entry: string, role: 'language' | 'vectors' | 'ocr' | 'tables', log: (line: string) => void) => HostProcess)
    | undefined
}

/** The options, and the stacks and signals, that all parts of the engine share. */
export interface EngineBase {
  readonly options: EngineOptions
  /** Every change that parts or windows may want to know of. */
  readonly changes: EventHub<Change>
  /** The opened parts, which must be closed. */
  readonly opened: DisposerStack
  /** Aborted when the engine closes. */
  readonly closing: AbortController
  /** Told of use by changes and by what other programs ask. */
  readonly rest: RestTimes
  /** Which documents people looked at last. */
  readonly looks: RecentLooks
  /** Traces begin once the store is open. */
  readonly diagnostics: Diagnostics
  readonly log: (line: string) => void
}

/** Made first, before anything is opened. */
export function createBase(options: EngineOptions): EngineBase {
  const logs = options.logs ?? new Log({ folder: join(options.folder, 'logs'), now: Date.now })
  const log = (line: string) => {
    options.log?.(line)
    logs.warn(line)
  }
  const changes = new EventHub<Change>(log)
  const opened = new DisposerStack()
  const diagnostics = new Diagnostics({ folder: options.folder, logs, log })
  // Closed last: what ends when Cairn closes is recorded, too.
  opened.defer(() => diagnostics.close())
  const rest = new RestTimes(log, options.restAfterMs)
  opened.defer(() => rest.close())
  changes.listen(() => rest.used())
  const looks = new RecentLooks()
  return { options, changes, opened, closing: new AbortController(), rest, looks, diagnostics, log }
}

/** Processes that the engine starts from a built entry of their own, and the variable that may name another entry. */
const children = {
  ocr: { name: 'ocr-process', variable: 'CAIRN_OCR_PROCESS' },
  tables: { name: 'upkeep-process', variable: 'CAIRN_UPKEEP_PROCESS' },
} as const

/** Starts such a process. `log` is told what it writes to its error output, line by line. Throws where its entry was not built. */
export function startChild(
  { options }: EngineBase,
  role: keyof typeof children,
  log: (line: string) => void,
): HostProcess {
  const { name, variable } = children[role]
  const entry = builtFile(name, process.env[variable])
  return options.forkHost?.(entry, role, log) ?? forkHost(entry, log)
}
