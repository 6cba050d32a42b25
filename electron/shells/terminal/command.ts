import type { Machine, StorePlace } from '@engine/platform/paths'
import type { Engine } from '@engine/ports/engine-interface'
import type { StoreMover } from '@engine/ports/store-mover'
import type { EngineChild } from '@shells/web/supervisor'
import type { EngineClient } from '@shells/engine-client'
import type { Language } from '@engine/text/language'
import type { Arguments, OptionName } from './args'
import type { Interrupts } from './interrupts'
import type { Output, Sink } from './print/output'
import type { AskPassphrase, StorePassphrase } from '@shells/store-passphrase'
import type { UnseenInput } from './unseen-input'
import type { Say, Word } from './words/terminal-words'

/** The way into the engine: the same typed, validating client a window has. */
export type Client = EngineClient

/** The outside that a command may touch, so that tests can replace it. */
export interface World {
  readonly stdout: Sink
  readonly stderr: Sink
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined }
  readonly cwd: string
  readonly machine: Machine
  /** Absolute path of resources/. */
  readonly resources: string
  /** Absolute path of the built renderer. */
  readonly rendererFolder: string
  /** Of an encrypted store, where the environment gives it. */
  readonly passphrase: string | undefined
  now(): number
  openEngine(
    options: StorePlace & { resources: string; log: (line: string) => void; passphrase: AskPassphrase },
  ): Promise<Engine>
  storeMover(): Promise<StoreMover>
  /** Throws where a file is not there, or begins as no backup does, or its passphrase does not open it. */
  requireBackup(path: string, passphrase: string | undefined): Promise<void>
  /** Starts the process that a server's engine runs in. */
  forkEngine(): EngineChild
  /** Opens an address in the user's browser; false without a browser or a display. */
  openBrowser(link: string): Promise<boolean>
  /** Calls the listener at every Ctrl-C until the returned function is called. */
  onInterrupt(listener: () => void): () => void
  /** Leaves at once: the second Ctrl-C. */
  exit(code: number): void
}

/** The arguments, outputs and engine of a command. */
export interface Context {
  readonly out: Output
  readonly err: Output
  readonly say: Say
  /** Set only where the user chose a language; otherwise the question's own language decides. */
  readonly locale: Language | undefined
  readonly args: Arguments
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  readonly interrupts: Interrupts
  /** What is typed without being shown. */
  readonly unseen: UnseenInput
  readonly world: World
  /** What opens the store, where that is encrypted. */
  readonly storePassphrase: StorePassphrase
  /** Absolute path of the store this command opens. */
  readonly storeFolder: string
  /** Address of the library that the store shares, where it does. */
  readonly library: string | undefined
  /** Absolute path of a path the user typed. */
  resolvePath(path: string): string
  /**
   * Reaches the engine at the first call: the Cairn that has the store open, where one runs; else the store is opened here, and
   * closed when the command is over.
   */
  readonly client: () => Promise<Client>
}

export interface Command {
  readonly name: string
  /** The usage line behind the command's name. */
  readonly usage: string
  readonly about: Word
  readonly options: readonly OptionName[]
  /** The values of options that take one of a few; its help lists them. */
  readonly choices?: Partial<Readonly<Record<OptionName, readonly string[]>>>
  /** What else its help says. */
  readonly notes?: readonly Word[]
  /** The word for a missing operand; null where the command needs no operand. */
  readonly needs: Word | null
  readonly maxOperands: number
  /** Set where what follows the first operand is not ours to judge. */
  readonly forwardsArguments?: true
  /** Set where Ctrl-C is how it ends, and not a failure. */
  readonly endsByInterrupt?: boolean
  /** Returns the exit code; 0 only when all went well. */
  run(context: Context): Promise<number>
}

export const exitCode = { fine: 0, failed: 1, usage: 2, interrupted: 130 } as const
