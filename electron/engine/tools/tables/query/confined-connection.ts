import type { DuckDBConnection } from '@duckdb/node-api'
import { CairnError } from '@shared/errors'
import { cancelled, tooLate } from '@engine/platform/deadline'
import { attachOptions, openInMemory, quoted } from '../keeping/duckdb'
import type { TableFile } from '../keeping/table-store'
import { prepared, type Sql } from './sql-text'

const interruptEveryMs = 20
/** What DuckDB says of a file whose bytes are not those that it wrote. */
const corrupt = /^(?:IO Error|Serialization Error)|corrupt|AES tag/iu
const fewer = 'Ask for fewer rows or groups.'
/** What it says of a file that the system does not let it read now, whatever its bytes are. */
const unreadable = /permission denied|too many open files|input\/output error|cannot allocate memory/iu

/** What one query may take. */
export interface QueryLimits {
  readonly ms: number
  readonly memoryMb: number
  readonly threads: number
}

export type Cell = string | number | boolean | null

/**
 * A database in memory that sees the given files, read-only, and nothing else: no other file, no network, no extension, no setting that could
 * be changed back. One query at a time; it ends at its limits or when the signal aborts.
 */
export class ConfinedConnection {
  private constructor(
    private readonly connection: DuckDBConnection,
    private readonly signal: AbortSignal,
    private readonly time: { readonly endsAt: number; readonly limits: QueryLimits },
    readonly close: () => void,
  ) {}

  /** @param files by the name they are attached under. Throws CairnError TOOL_UNAVAILABLE, or STORE_DAMAGED for a file that is none of ours. */
  static async open(
    files: Readonly<Record<string, TableFile>>,
    limits: QueryLimits,
    signal: AbortSignal,
  ): Promise<ConfinedConnection> {
    const endsAt = performance.now() + limits.ms
    const { connection, close } = await openInMemory(limits)
    try {
      for (const [name, file] of Object.entries(files)) await attach(connection, name, file)
      await connection.run('SET enable_external_access = false')
      await connection.run('SET lock_configuration = true')
      return new ConfinedConnection(connection, signal, { endsAt, limits }, close)
    } catch (thrown) {
      close()
      throw thrown
    }
  }

  /** The rows of a SELECT. Throws CairnError DEADLINE_EXCEEDED, CANCELLED, or TOOL_FAILED. */
  async rows(statement: Sql): Promise<Cell[][]> {
    if (this.signal.aborted) throw cancelled()
    let again: NodeJS.Timeout | undefined
    // An interrupt that comes before the statement has begun is forgotten, so it is said again until it is over.
    const stop = () => {
      this.connection.interrupt()
      again ??= setInterval(stop, interruptEveryMs)
    }
    const timeout = setTimeout(stop, Math.max(0, this.time.endsAt - performance.now()))
    this.signal.addEventListener('abort', stop, { once: true })
    try {
      const result = await this.connection.runAndReadAll(prepared(statement), [...statement.values])
      return result.getRowsJson() as Cell[][]
    } catch (thrown) {
      throw this.#explained(thrown)
    } finally {
      clearTimeout(timeout)
      clearInterval(again)
      this.signal.removeEventListener('abort', stop)
    }
  }

  #explained(thrown: unknown): CairnError {
    if (this.signal.aborted) return cancelled()
    if (performance.now() >= this.time.endsAt) return tooLate(this.time.limits.ms)
    if (thrown instanceof Error && isDamage(thrown.message)) return damaged(thrown)
    const isTooLarge = thrown instanceof Error && /out of memory/iu.test(thrown.message)
    if (!isTooLarge) return notAsked(thrown)
    const message = `The tables are too large for ${this.time.limits.memoryMb} MB of memory.`
    return new CairnError('TOOL_FAILED', message, fewer, { cause: thrown })
  }
}

/** Attaches a file, which must be the one that it is taken for. Throws CairnError STORE_DAMAGED. */
async function attach(connection: DuckDBConnection, name: string, file: TableFile): Promise<void> {
  const kept = await (async () => {
    await connection.run(`ATTACH ${quoted(file.path)} AS ${name} (${attachOptions(file, ['READ_ONLY'])})`)
    return (await connection.runAndReadAll(`SELECT key FROM ${name}.kept`)).getRowsJson()
  })().catch((thrown: unknown) => {
    throw thrown instanceof Error && unreadable.test(thrown.message) ? notAsked(thrown) : damaged(thrown)
  })
  if (kept[0]?.[0] !== file.of) throw damaged(new Error('It is the file of another document.'))
}

function isDamage(message: string): boolean {
  return corrupt.test(message) && !unreadable.test(message)
}

function notAsked(cause: unknown): CairnError {
  const said = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause)
  return new CairnError('TOOL_FAILED', `The tables could not be asked: ${said}`, fewer, { cause })
}

function damaged(cause: unknown): CairnError {
  return new CairnError('STORE_DAMAGED', 'The kept tables of a document cannot be read.', 'Ask again.', { cause })
}
