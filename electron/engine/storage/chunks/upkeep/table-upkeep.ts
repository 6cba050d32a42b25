import { setTimeout as wait } from 'node:timers/promises'
import type { Table } from '@lancedb/lancedb'
import type { HostProcess } from '@engine/ports/models/host-process'
import type { TablePlace } from '../table-place'
import { perform } from './maintain-tables'
import { FromUpkeepProcess, type TableShape, type ToUpkeepProcess, type UpkeepTask } from './upkeep-task'

/** With fewer rows, starting a process takes about as long as what it would do. */
const leastRows = 5_000
/**
 * It ends when there was nothing to do for so long, because it holds as much memory as the indexes that it makes need. While many files
 * come in it stays, because a new one reads the table anew: a tenth of the processor time of all maintenance.
 */
const idleMs = 30_000
/** For a process that was killed to be gone. */
const endingMs = 2_000

export interface TableUpkeepOptions {
  /** Starts the process; undefined where everything is done in this one. */
  readonly fork: (() => HostProcess) | undefined
  readonly place: Pick<TablePlace, 'uri' | 'storageOptions'>
  /** For files that LanceDB leaves behind, absolute. */
  readonly temporaryFolder: string
  readonly log: (line: string) => void
  /** For tests: rows from which a table is maintained in a process of its own, and how long that stays without a task. */
  readonly leastRows?: number
  readonly idleMs?: number
}

interface Child {
  readonly process: HostProcess
  /** Resolves once it listens. */
  readonly started: Promise<void>
  /** How it ended, once it has. */
  readonly ended: Promise<string>
}

type Answer = Exclude<FromUpkeepProcess, { type: 'started' }>
type Outcome = Answer | { readonly type: 'ended'; readonly how: string; readonly hadStarted: boolean }

/**
 * Maintains a chunk table: a large one in a process of its own that gives way to everything else, so that questions asked meanwhile do not
 * wait for it, and its memory is given back. One task at a time, while nobody else writes to the table.
 */
export class TableUpkeep {
  #child: Child | undefined
  #waiting: ((answer: Answer) => void) | undefined
  #idle: NodeJS.Timeout | undefined
  #nextId = 0
  /** Whether a process could not be started, or ended of itself twice in a row. */
  #isWithout = false

  constructor(private readonly options: TableUpkeepOptions) {}

  /** Does it and sees to it that `table` sees it. Throws what LanceDB throws. A process that ends of itself is started again once. */
  async perform(table: Table, task: UpkeepTask): Promise<TableShape> {
    const { fork, log, leastRows: least = leastRows } = this.options
    if (!fork || this.#isWithout || (await table.countRows()) < least) return perform(table, task)
    for (let tries = 0; tries < 2; tries += 1) {
      const outcome = await this.#elsewhere(fork, task)
      if (outcome.type === 'failed') throw new Error(outcome.message)
      await table.checkoutLatest()
      if (outcome.type === 'done') return outcome.shape
      log(`store: the process that maintains the search tables ended (${outcome.how})`)
      if (!outcome.hadStarted) break
    }
    log('store: the search tables are maintained without a process of their own until Cairn is started again')
    this.#isWithout = true
    return perform(table, task)
  }

  /** Ends the process, where there is one; resolves when it has gone. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const child = this.#child
    this.#child = undefined
    if (!child) return
    child.process.kill()
    await Promise.race([child.ended, wait(endingMs, undefined, { ref: false })])
  }

  async #elsewhere(fork: () => HostProcess, task: UpkeepTask): Promise<Outcome> {
    clearTimeout(this.#idle)
    const { place, temporaryFolder, idleMs: idle = idleMs } = this.options
    const { uri, storageOptions } = place
    let hadStarted = false
    try {
      const child = (this.#child ??= this.#start(fork))
      const ended = child.ended.then((how) => ({ type: 'ended' as const, how, hadStarted }))
      const early = await Promise.race([child.started, ended])
      if (early) return early
      hadStarted = true
      const message: ToUpkeepProcess = { id: (this.#nextId += 1), uri, storageOptions, temporaryFolder, task }
      const answered = new Promise<Answer>((resolve) => (this.#waiting = resolve))
      child.process.send(message)
      return await Promise.race([answered, ended])
    } catch (thrown) {
      return { type: 'ended', how: String(thrown), hadStarted }
    } finally {
      this.#waiting = undefined
      this.#idle = setTimeout(() => void this.close(), idle).unref()
    }
  }

  /** Throws where it cannot be started at all. */
  #start(fork: () => HostProcess): Child {
    const child = fork()
    const ended = new Promise<string>((resolve) => child.onExit(resolve))
    void ended.then(() => {
      if (this.#child?.process === child) this.#child = undefined
    })
    const started = new Promise<void>((resolve) => {
      child.onMessage((raw) => {
        const message = FromUpkeepProcess.safeParse(raw).data
        if (!message) child.kill()
        else if (message.type === 'started') resolve()
        else if (message.id === this.#nextId) this.#waiting?.(message)
      })
    })
    return { process: child, started, ended }
  }
}
