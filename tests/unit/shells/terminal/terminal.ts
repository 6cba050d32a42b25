import { PassThrough, Writable } from 'node:stream'
import type { StoreMover } from '@engine/ports/store-mover'
import type { World } from '@shells/terminal/command'
import { runTerminal } from '@shells/terminal/run'
import { FakeEngine } from '../../../fakes/fake-engine'

/** A stream that remembers what was written, or fails at the first write like a pipe nobody reads. */
class Collector extends Writable {
  text = ''
  isTTY?: boolean
  columns?: number

  constructor(readonly failure?: Error) {
    super({ decodeStrings: false })
  }

  override _write(chunk: string, _: BufferEncoding, done: (error?: Error) => void): void {
    if (this.failure) {
      done(this.failure)
      return
    }
    this.text += chunk
    done()
  }
}

export interface Options {
  readonly env?: Record<string, string>
  readonly input?: string
  /** Whether the input is typed at a terminal. */
  readonly typed?: boolean
  /** Of an encrypted store, where the environment gives it. */
  readonly passphrase?: string
  readonly stdoutFailure?: Error
  /** Whether stderr is a terminal. */
  readonly terminal?: boolean
  /** Whether stdout is a terminal; otherwise it is a pipe or a file. */
  readonly shown?: boolean
  readonly cwd?: string
  readonly openFailure?: Error
  /** Opens a real engine in place of the fake one. */
  readonly openEngine?: World['openEngine']
  readonly storeMover?: StoreMover
  readonly requireBackup?: World['requireBackup']
}

const noMover: StoreMover = {
  move: () => Promise.reject(new Error('Nothing is moved here.')),
  moveIfAsked: () => Promise.resolve(),
}

/** A terminal with a fake engine behind it and no process of its own. */
export function terminal(engine = new FakeEngine(), options: Options = {}) {
  const stdout = new Collector(options.stdoutFailure)
  const stderr = new Collector()
  if (options.terminal) stderr.isTTY = true
  if (options.shown) stdout.isTTY = true
  const stdin: PassThrough & { isTTY?: boolean } = new PassThrough()
  if (options.typed) stdin.isTTY = true
  stdin.end(options.input ?? '')
  const listeners = new Set<() => void>()
  const opened: string[] = []
  const exits: number[] = []
  const world: World = {
    stdout,
    stderr,
    stdin,
    cwd: options.cwd ?? '/work-of-user',
    machine: { platform: 'linux', home: '/home/u', env: options.env ?? {} },
    resources: '/cairn/resources',
    rendererFolder: '/cairn/out/renderer',
    passphrase: options.passphrase,
    now: () => 0,
    openEngine: (asked) => {
      opened.push(asked.folder)
      if (options.openEngine) return options.openEngine(asked)
      return options.openFailure ? Promise.reject(options.openFailure) : Promise.resolve(engine)
    },
    storeMover: () => Promise.resolve(options.storeMover ?? noMover),
    requireBackup: options.requireBackup ?? (() => Promise.resolve()),
    forkEngine: () => {
      throw new Error('No engine is started in a process of its own here.')
    },
    openBrowser: () => Promise.resolve(false),
    onInterrupt: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    exit: (code) => exits.push(code),
  }
  return {
    engine,
    opened,
    exits,
    listeners,
    pressCtrlC: () => {
      for (const listener of listeners) listener()
    },
    run: async (...argv: string[]) => {
      const code = await runTerminal(argv, world)
      return { code, out: stdout.text, err: stderr.text }
    },
  }
}
