import { stat } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { SessionHeader } from '@shared/session-view'
import { CairnError } from '@shared/errors'
import { type Note, note } from '@shared/note'
import { type Message, type SessionContext, validateSessionContext } from '@shared/session-context'
import type { SessionEntry, SessionStore } from '../ports/session-store'
import { applySessionEntry, closeUnfinishedTurns, type SessionState } from './apply-session-entry'
import { hasCode } from './durable-file'
import { Journal, readJournal } from './journal'
import { StoredSessionEntry } from './session-entry'
import {
  type ReadSession,
  type StoredHeader,
  headerOf,
  readCompact,
  readMessages,
  readHeader,
  removeSessionFiles,
  replay,
  sessionIds,
  sessionPaths,
  writeCompact,
} from './session-files'

export interface SessionStoreOptions {
  readonly temporaryFolder: string
  readonly readOnly: boolean
  readonly now: () => number
  readonly log: (line: string) => void
}

interface OpenSession {
  readonly read: ReadSession
  readonly journal: Journal
}

/** Sessions as an append-only journal each, folded into a compacted file whenever a turn ends. */
export class JournalledSessionStore implements SessionStore {
  readonly #open = new LRUCache<string, OpenSession>({ max: 32 })
  readonly #last = new Map<string, Promise<unknown>>()
  /** Sessions this process has written to: an unfinished turn in one of these is still running, not interrupted. */
  readonly #ours = new Set<string>()
  #headers: Promise<Map<string, StoredHeader>> | undefined
  /** What changed since the headers were read, or while they were; null for a removed session. */
  readonly #changedHeaders = new Map<string, StoredHeader | null>()

  constructor(
    private readonly folder: string,
    private readonly options: SessionStoreOptions,
  ) {}

  async list(): Promise<SessionHeader[]> {
    const shown = (await this.#allHeaders()).filter(({ trashed_at }) => trashed_at === null)
    return shown
      .map((header) => SessionHeader.parse(header))
      .sort((a, b) => compare(b.updated_at, a.updated_at) || compare(a.id, b.id))
  }

  async trashed(): Promise<{ id: string; trashed_at: string }[]> {
    return (await this.#allHeaders()).flatMap(({ id, trashed_at }) => (trashed_at === null ? [] : { id, trashed_at }))
  }

  async #allHeaders(): Promise<StoredHeader[]> {
    if (this.options.readOnly) this.#headers = undefined
    this.#headers ??= this.#readHeaders()
    const headers = new Map<string, StoredHeader | null>([...(await this.#headers), ...this.#changedHeaders])
    return [...headers.values()].filter((header) => header !== null)
  }

  async has(id: string): Promise<boolean> {
    return this.#inTurn(id, async () => (await this.#read(id)).state.context.session.messages.length > 0)
  }

  async load(id: string): Promise<SessionContext> {
    return this.#inTurn(id, async () => {
      let { state } = await this.#read(id)
      if (state.context.session.messages.length === 0 || isTrashed(state)) throw unknownSession(id)
      const at = this.#now()
      for (const entry of closeUnfinishedTurns(state, at)) state = applySessionEntry(state, entry, at)
      return structuredClone(state.context)
    })
  }

  async messages(id: string): Promise<readonly Message[]> {
    return this.#inTurn(id, async () => {
      const paths = sessionPaths(this.folder, id)
      const isFolded = !this.#open.has(id) && !(await hasBytes(paths.journal))
      const said = isFolded ? await readMessages(paths.compact) : undefined
      if (said) return said
      const { state } = await this.#read(id)
      if (state.context.session.messages.length === 0 || isTrashed(state)) throw unknownSession(id)
      return state.context.session.messages
    })
  }

  async append(id: string, entries: readonly SessionEntry[], options?: { durable?: boolean }): Promise<void> {
    if (this.options.readOnly) throw new CairnError('STORE_UNUSABLE', 'The store was opened for reading only.')
    const checked = entries.map((entry) => checkEntry(id, entry))
    if (checked.length === 0) return
    await this.#inTurn(id, async () => {
      let session = await this.#openForWriting(id)
      if (session.read.seq === 0 && checked[0]?.op !== 'created') throw unknownSession(id)
      if (isTrashed(session.read.state) && checked[0]?.op !== 'trashed') throw unknownSession(id)
      if (!this.#ours.has(id)) {
        const interrupted = closeUnfinishedTurns(session.read.state, this.#now())
        if (interrupted.length > 0) session = await this.#write(id, session, interrupted, true)
        this.#ours.add(id)
      }
      await this.#write(id, session, checked, options?.durable ?? false)
    })
  }

  async remove(id: string): Promise<void> {
    if (this.options.readOnly) throw new CairnError('STORE_UNUSABLE', 'The store was opened for reading only.')
    await this.#inTurn(id, async () => {
      await removeSessionFiles(this.folder, id)
      this.#open.delete(id)
      this.#ours.delete(id)
      this.#changedHeaders.set(id, null)
    })
  }

  /** What is wrong with the stored sessions, and how many there are. */
  async check(): Promise<{ count: number; problems: Note[] }> {
    const ids = await sessionIds(this.folder)
    const problems: Note[] = []
    for (const id of ids) problems.push(...(await this.#inTurn(id, () => this.#problemsOf(id))))
    return { count: ids.length, problems }
  }

  async #problemsOf(id: string): Promise<Note[]> {
    const paths = sessionPaths(this.folder, id)
    try {
      const { state, damagedLines } = replay(
        await readCompact(paths.compact, id),
        (await readJournal(paths.journal)).lines,
      )
      const problems = damagedLines > 0 ? [note('session_lines_damaged', { id, count: damagedLines })] : []
      if (state.context.session.messages.length === 0) return problems
      const validated = validateSessionContext(state.context)
      if ('problems' in validated) {
        problems.push(...validated.problems.map((problem) => note('session_invalid', { id, problem })))
      }
      return problems
    } catch (error) {
      if (error instanceof CairnError && error.code === 'STORE_DAMAGED') {
        return [note('session_damaged', { id, path: paths.compact })]
      }
      throw error
    }
  }

  /** Resolves when every call so far has ended. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#last.values())
  }

  async #read(id: string): Promise<ReadSession> {
    const cached = this.options.readOnly ? undefined : this.#open.get(id)
    if (cached) return cached.read
    const paths = sessionPaths(this.folder, id)
    // The journal first: a session compacted in between then shows twice, which replay sorts out, and never not at all.
    const { lines } = await readJournal(paths.journal)
    return replay(await readCompact(paths.compact, id), lines)
  }

  async #openForWriting(id: string): Promise<OpenSession> {
    const cached = this.#open.get(id)
    if (cached) return cached
    const paths = sessionPaths(this.folder, id)
    const { journal, lines } = await Journal.open(paths.journal)
    const read = replay(await readCompact(paths.compact, id), lines)
    if (read.damagedLines > 0)
      this.options.log(`store: session ${id}: skipped ${read.damagedLines} damaged journal lines`)
    const session = { read, journal }
    this.#open.set(id, session)
    return session
  }

  async #write(
    id: string,
    session: OpenSession,
    entries: readonly SessionEntry[],
    durable: boolean,
  ): Promise<OpenSession> {
    const at = this.#now()
    let { state, seq } = session.read
    const lines: string[] = []
    for (const entry of entries) {
      seq += 1
      lines.push(JSON.stringify({ seq, at, entry }))
      state = applySessionEntry(state, entry, at)
    }
    const ended = entries.some(({ op }) => op === 'turn' || op === 'pinned' || op === 'trashed')
    await session.journal.append(lines, durable || ended)
    const written = { read: { state, seq }, journal: session.journal }
    this.#open.set(id, written)
    if (state.context.session.messages.length > 0) this.#changedHeaders.set(id, headerOf(state.context))
    if (ended) await this.#compact(id, written)
    return written
  }

  /** The journal already holds everything durably, so a failure here is only noted: the next turn tries again. */
  async #compact(id: string, session: OpenSession): Promise<void> {
    if (session.read.state.context.session.messages.length === 0) return
    try {
      await writeCompact(sessionPaths(this.folder, id).compact, session.read, this.options.temporaryFolder)
      await session.journal.clear()
    } catch (error) {
      this.options.log(`store: session ${id} could not be compacted, will try again: ${String(error)}`)
    }
  }

  async #readHeaders(): Promise<Map<string, StoredHeader>> {
    const headers = new Map<string, StoredHeader>()
    for (const id of await sessionIds(this.folder)) {
      const header = await this.#inTurn(id, () => this.#headerOf(id))
      if (header && header.message_count > 0) headers.set(id, header)
    }
    return headers
  }

  async #headerOf(id: string): Promise<StoredHeader | undefined> {
    const paths = sessionPaths(this.folder, id)
    try {
      if (!(await hasBytes(paths.journal))) {
        const header = await readHeader(paths.compact)
        if (header) return header
      }
      return headerOf((await this.#read(id)).state.context)
    } catch (error) {
      if (!(error instanceof CairnError) || error.code !== 'STORE_DAMAGED') throw error
      this.options.log(`store: session ${id} left out of the list: ${error.message}`)
      return undefined
    }
  }

  /** One call at a time for each session. */
  async #inTurn<Result>(id: string, job: () => Promise<Result>): Promise<Result> {
    sessionPaths(this.folder, id)
    const run = (this.#last.get(id) ?? Promise.resolve()).then(job, job)
    this.#last.set(id, run)
    try {
      return await run
    } finally {
      if (this.#last.get(id) === run) this.#last.delete(id)
    }
  }

  #now(): string {
    return new Date(this.options.now()).toISOString()
  }
}

function checkEntry(id: string, entry: SessionEntry): SessionEntry {
  const parsed = StoredSessionEntry.safeParse(entry)
  if (!parsed.success) throw new CairnError('INVALID_INPUT', `This is not a session entry: ${parsed.error.message}`)
  if (parsed.data.op === 'created' && parsed.data.session_id !== id) {
    throw new CairnError('INVALID_INPUT', `The entry is for session ${parsed.data.session_id}, not ${id}.`)
  }
  return parsed.data
}

async function hasBytes(path: string): Promise<boolean> {
  try {
    return (await stat(path)).size > 0
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

function isTrashed({ context }: SessionState): boolean {
  return headerOf(context).trashed_at !== null
}

function unknownSession(id: string): CairnError {
  return new CairnError('NOT_FOUND', `There is no session ${id}.`, 'It may have been deleted; start a new one.')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
