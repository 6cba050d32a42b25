import type { Table } from '@lancedb/lancedb'
import type { HostProcess } from '@engine/ports/models/host-process'
import { perform } from './maintain-tables'
import { FromUpkeepProcess, type TableShape, type ToUpkeepProcess, type UpkeepTask } from './upkeep-task'

/** With fewer rows, starting a process takes longer than what it would do. */
const leastRows = 5_000
/**
 * It ends when there was nothing to do for so long, because it holds as much memory as the indexes that it makes need. While many files
 * come in it stays, because a new one reads the table anew: a tenth of the processor time of all maintenance.
 */
const idleMs = 30_000

export interface TableUpkeepOptions {
  /** Starts the process; undefined where everything is done in this one. */
  readonly fork: (() => HostProcess) | undefined
  /** Folder of the tables, and one for files that LanceDB leaves behind; absolute. */
  readonly uri: string
  readonly temporaryFolder: string
  readonly log: (line: string) => void
  /** Of a table that is maintained in a process of its own. */
  readonly leastRows?: number | undefined
}

interface Child {
  readonly process: HostProcess
  /** How it ended, once it has. */
  readonly ended: Promise<string>
}

/** It ended of itself, or was killed: what it was doing may be done here. */
class ProcessEnded extends Error {}

/**
 * Maintains a chunk table: a large one in a process of its own that gives way to everything else, so that questions asked meanwhile are
 * answered as fast as without it, and its memory is given back. One task at a time, while nobody else writes to the table.
 */
export class TableUpkeep {
  #child: Child | undefined
  #waiting: ((message: FromUpkeepProcess) => void) | undefined
  #idle: NodeJS.Timeout | undefined
  #nextId = 0
  #hasFailed = false

  constructor(private readonly options: TableUpkeepOptions) {}

  /** Does it and sees to it that `table` sees it. Throws what LanceDB throws. */
  async perform(table: Table, task: UpkeepTask): Promise<TableShape> {
    const { fork, log, leastRows: least = leastRows } = this.options
    if (!fork || this.#hasFailed || (await table.countRows()) < least) return perform(table, task)
    try {
      return await this.#elsewhere(fork, task)
    } catch (thrown) {
      if (!(thrown instanceof ProcessEnded)) throw thrown
      this.#hasFailed = true
      log(`store: the process that maintains the search tables ended (${thrown.message}); that is done without it now`)
    } finally {
      await table.checkoutLatest()
    }
    return perform(table, task)
  }

  close(): void {
    clearTimeout(this.#idle)
    this.#child?.process.kill()
    this.#child = undefined
  }

  async #elsewhere(fork: () => HostProcess, task: UpkeepTask): Promise<TableShape> {
    clearTimeout(this.#idle)
    const { uri, temporaryFolder } = this.options
    const child = (this.#child ??= this.#start(fork))
    const message: ToUpkeepProcess = { id: (this.#nextId += 1), uri, temporaryFolder, task }
    try {
      const answered = new Promise<FromUpkeepProcess>((resolve) => (this.#waiting = resolve))
      child.process.send(message)
      const outcome = await Promise.race([answered, child.ended])
      if (typeof outcome === 'string') throw new ProcessEnded(outcome)
      if (outcome.type === 'failed') throw new Error(outcome.message)
      return outcome.shape
    } finally {
      this.#waiting = undefined
      this.#idle = setTimeout(() => this.close(), idleMs).unref()
    }
  }

  #start(fork: () => HostProcess): Child {
    const started = begin(fork)
    const ended = new Promise<string>((resolve) => started.onExit(resolve))
    const child = { process: started, ended }
    void ended.then(() => {
      if (this.#child === child) this.#child = undefined
    })
    started.onMessage((raw) => this.#receive(raw))
    return child
  }

  #receive(raw: unknown): void {
    const message = FromUpkeepProcess.parse(raw)
    if (message.id === this.#nextId) this.#waiting?.(message)
  }
}

function begin(fork: () => HostProcess): HostProcess {
  try {
    return fork()
  } catch (thrown) {
    throw new ProcessEnded(String(thrown))
  }
}
