import { LRUCache } from 'lru-cache'
import type { SessionHeader } from '@shared/session/session-view'
import { CairnError } from '@shared/errors'
import type { Note } from '@shared/note'
import type { Message, SessionContext } from '@shared/session/session-context'
import type { SessionEntry, SessionStore } from '@engine/ports/storage/session-store'
import { closeUnfinishedTurns } from './apply-session-entry'
import { appendMakingRoom, Journal, readJournal } from '../files/journal'
import type { KeptList } from '../files/kept-list'
import { summedLine } from '@engine/platform/lines/summed-line'
import { type LineSeal, noSeal } from '@engine/platform/sealing/line-seal'
import { type PutAside, putInPlace } from '../files/durable-file'
import type { Resealed, Reseal } from '@engine/ports/storage/files/resealed'
import type { StoredHeader } from './compact-lines'
import { lookOverSession, misplacedSessions, settleSession } from './session-check'
import {
  type FoundSession,
  type ReadSession,
  applySessionEntries,
  hasBytes,
  headerOf,
  isSessionId,
  readCompact,
  readMessages,
  readHeader,
  removeSessionFiles,
  replay,
  sessionIds,
  sessionPaths,
  writeCompact,
} from './session-files'
import { SessionList, shownHeader } from './session-list'
import { checkEntry, isTrashed, unknownSession } from './session-rules'

export interface SessionStoreOptions {
  readonly temporaryFolder: string
  readonly readOnly: boolean
  readonly now: () => number
  readonly log: (line: string) => void
  /** Called when the disk is full, before what did not fit is tried once more. */
  readonly makeRoom?: () => Promise<void>
  /** Knows which sessions there should be. */
  readonly kept?: KeptList
  /** What every line goes through on its way to the disk and back; as it is by default. */
  readonly seal?: LineSeal
}

interface OpenSession {
  readonly read: ReadSession
  readonly journal: Journal
  /** Characters of the compacted file. */
  readonly compactLength: number
}

/** The limit for all sessions kept in memory, in characters of their files. */
const openLength = 24 * 1024 * 1024
/** A session up to this long is folded whenever a turn ends; writing it takes no time. */
const alwaysFolded = 256 * 1024
/** A longer one is folded when its journal has grown to half of it, or to this: reading so much again takes no time. */
const longestJournal = 512 * 1024
const foldAfterMs = 1000
/** The entries that are made durable at once and then folded into the session's file. */
const folded: ReadonlySet<SessionEntry['op']> = new Set(['turn', 'merged', 'pinned', 'folder', 'trashed'])
/** Headers read beside each other. */
const readAtOnce = 32

/**
 * Sessions as an append-only journal each. When a turn ends it is folded into the compacted file, at once while that is
 * short; a long one takes up what several turns wrote, after the last of them was acknowledged.
 */
export class JournalledSessionStore implements SessionStore, Resealed {
  readonly #open = new LRUCache<string, OpenSession>({
    max: 32,
    maxSize: openLength,
    // A session longer than that is still kept, alone.
    sizeCalculation: ({ compactLength }) => Math.min(Math.max(1, compactLength), openLength),
  })
  /** Sessions of which finished turns are still in the journal. */
  readonly #unfolded = new Set<string>()
  readonly #last = new Map<string, Promise<unknown>>()
  /** Sessions this process has written to: an unfinished turn in one of these is still running, not interrupted. */
  readonly #ours = new Set<string>()
  readonly #list = new SessionList(() => this.#readHeaders())
  readonly #seal: LineSeal

  constructor(
    private readonly folder: string,
    private readonly options: SessionStoreOptions,
  ) {
    this.#seal = options.seal ?? noSeal
  }

  async list(): Promise<SessionHeader[]> {
    if (this.options.readOnly) this.#list.forget()
    return this.#list.shown()
  }

  async find(id: string): Promise<SessionHeader | undefined> {
    if (!isSessionId(id)) return undefined
    const isListed = this.#list.isRead && !this.options.readOnly
    const header = await (isListed ? this.#list.find(id) : this.#inTurn(id, () => this.#headerOf(id)))
    return header?.trashed_at === null && header.message_count > 0 ? shownHeader(header) : undefined
  }

  async trashed(): Promise<{ id: string; trashed_at: string }[]> {
    if (this.options.readOnly) this.#list.forget()
    return this.#list.trashed()
  }

  async has(id: string): Promise<boolean> {
    return this.#inTurn(id, async () => (await this.#read(id)).state.context.session.messages.length > 0)
  }

  async load(id: string): Promise<SessionContext> {
    return this.#inTurn(id, async () => {
      const { state } = await this.#read(id)
      if (state.context.session.messages.length === 0 || isTrashed(state)) throw unknownSession(id)
      const at = this.#now()
      const closing = closeUnfinishedTurns(state, at).map((entry) => ({ entry, at }))
      return applySessionEntries(state, closing).context
    })
  }

  async messages(id: string): Promise<readonly Message[]> {
    return this.#inTurn(id, async () => {
      const paths = sessionPaths(this.folder, id)
      const isFolded = !this.#open.has(id) && !(await hasBytes(paths.journal))
      const said = isFolded ? await readMessages(paths.compact, this.#seal) : undefined
      if (said) return said
      // Not kept open: a search reads every session there is.
      const { state } = await this.#readFiles(id)
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
      const [first] = checked
      if (session.read.seq === 0 && first?.op !== 'created' && first?.op !== 'merged') throw unknownSession(id)
      if (isTrashed(session.read.state) && first?.op !== 'trashed') throw unknownSession(id)
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
      await this.options.kept?.gone('chat', id)
      await removeSessionFiles(this.folder, id)
      this.#open.delete(id)
      this.#ours.delete(id)
      this.#unfolded.delete(id)
      this.#list.delete(id)
    })
  }

  /** The faults of the stored sessions, their number, and the ids of those that hold anything, readable or not. */
  async check(): Promise<{ count: number; problems: Note[]; ids: string[] }> {
    const all = [...(await sessionIds(this.folder)).keys()]
    const problems: Note[] = []
    const ids: string[] = []
    for (const id of all) {
      const found = await this.#inTurn(id, () => lookOverSession(this.folder, id, this.#seal))
      problems.push(...found.problems)
      if (!found.isEmpty) ids.push(id)
    }
    return { count: all.length, problems, ids }
  }

  /** Damaged lines go out of the journals; a session whose file cannot be understood is put aside, with its journal. */
  async settleDamage(putAside: PutAside): Promise<void> {
    const misplaced = await misplacedSessions(this.folder, (await sessionIds(this.folder)).keys(), this.#seal)
    await putInPlace(this.folder, misplaced, putAside)
    for (const id of (await sessionIds(this.folder)).keys()) {
      await this.#inTurn(id, async () => {
        const { problems, isMended } = await lookOverSession(this.folder, id, this.#seal)
        if (!isMended && problems.every(({ key }) => key === 'session_invalid')) return
        this.#open.delete(id)
        await settleSession(sessionPaths(this.folder, id), id, this.#into, putAside)
        this.#list.forget()
      })
    }
  }

  async resealing(reseal: Reseal): Promise<(() => Promise<boolean>)[]> {
    return [...(await sessionIds(this.folder)).keys()].map(
      (id) => () =>
        this.#inTurn(id, async () => {
          const { journal, compact } = sessionPaths(this.folder, id)
          // The length of its journal is another one then.
          this.#open.delete(id)
          const changed = [await reseal(compact), await reseal(journal)]
          return changed.includes(true)
        }),
    )
  }

  /** Resolves when every call so far has ended and every finished turn is in its compacted file. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#last.values())
    for (const id of this.#unfolded) await this.#inTurn(id, () => this.#fold(id))
    await Promise.allSettled(this.#last.values())
  }

  /** Gives the sessions up that are kept in memory; all of them is on disk. */
  forget(): void {
    this.#open.clear()
  }

  async #read(id: string): Promise<ReadSession> {
    return this.options.readOnly ? this.#readFiles(id) : (await this.#openForWriting(id)).read
  }

  async #readFiles(id: string): Promise<ReadSession> {
    const cached = this.#open.get(id)
    if (cached) return cached.read
    const paths = sessionPaths(this.folder, id)
    // The journal first: a session compacted in between then shows twice, which replay sorts out, and never not at all.
    const journal = await readJournal(paths.journal, this.#seal)
    return this.#told(id, replay(await readCompact(paths.compact, id, this.#seal), journal))
  }

  /** What is wrong with the files of a session is in the log, and known to the next check also when they are written anew. */
  #told(id: string, read: FoundSession): ReadSession {
    const { damagedLines, isChanged, isMended, ...session } = read
    if (isMended) this.options.log(`store: session ${id}: a damaged bit in its files was put right`)
    if (damagedLines > 0) this.options.log(`store: session ${id}: skipped ${damagedLines} damaged journal lines`)
    if (!isChanged) return session
    this.options.log(`store: session ${id} is not as it was written; something in it is damaged`)
    this.options.kept?.changed('chat', { id, name: headerOf(session.state.context).title })
    return session
  }

  async #openForWriting(id: string): Promise<OpenSession> {
    const cached = this.#open.get(id)
    if (cached) return cached
    const paths = sessionPaths(this.folder, id)
    const { journal, ...found } = await Journal.open(paths.journal, { seal: this.#seal })
    const compact = await readCompact(paths.compact, id, this.#seal)
    const read = this.#told(id, replay(compact, found))
    const session = { read, journal, compactLength: compact.length }
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
    const lines = entries.map((entry, n) => ({ seq: session.read.seq + 1 + n, at, entry }))
    const state = applySessionEntries(session.read.state, lines)
    const seq = session.read.seq + lines.length
    const ended = entries.some(({ op }) => folded.has(op))
    const texts = lines.map((line) => summedLine(line))
    await appendMakingRoom(session.journal, texts, { durable: durable || ended, makeRoom: this.options.makeRoom })
    const written = { ...session, read: { state, seq } }
    this.#open.set(id, written)
    if (state.context.session.messages.length > 0) this.#list.set(headerOf(state.context))
    if (!ended) return written
    this.options.kept?.here('chat', [{ id, name: headerOf(state.context).title }])
    this.#unfolded.add(id)
    if (written.compactLength <= alwaysFolded) await this.#fold(id)
    else if (written.journal.size >= Math.min(written.compactLength / 2, longestJournal)) this.#foldSoon(id)
    return this.#open.get(id) ?? written
  }

  /** Folds a session a while later, because writing a long session would hold up the end of the turn. */
  #foldSoon(id: string): void {
    setTimeout(() => void this.#inTurn(id, () => this.#fold(id)), foldAfterMs).unref()
  }

  /** The journal already holds everything durably, so a failure here is only noted: the next turn tries again. */
  async #fold(id: string): Promise<void> {
    if (!this.#unfolded.has(id)) return
    try {
      const session = await this.#openForWriting(id)
      if (session.read.state.context.session.messages.length === 0) return
      const path = sessionPaths(this.folder, id).compact
      const compactLength = await writeCompact(path, session.read, this.#into)
      await session.journal.clear()
      this.#unfolded.delete(id)
      this.#open.set(id, { ...session, compactLength })
    } catch (error) {
      this.options.log(`store: session ${id} could not be compacted, will try again: ${String(error)}`)
    }
  }

  async #readHeaders(): Promise<StoredHeader[]> {
    const ids = [...(await sessionIds(this.folder))]
    const headers: StoredHeader[] = []
    for (let at = 0; at < ids.length; at += readAtOnce) {
      const some = ids.slice(at, at + readAtOnce)
      const read = await Promise.all(
        some.map(([id, hasJournal]) => this.#inTurn(id, () => this.#headerOf(id, hasJournal))),
      )
      for (const header of read) if (header && header.message_count > 0) headers.push(header)
    }
    this.options.kept?.here(
      'chat',
      headers.map(({ id, title: name }) => ({ id, name })),
    )
    return headers
  }

  async #headerOf(id: string, mayHaveJournal = true): Promise<StoredHeader | undefined> {
    const paths = sessionPaths(this.folder, id)
    try {
      if (!mayHaveJournal || !(await hasBytes(paths.journal))) {
        const header = await readHeader(paths.compact, this.#seal)
        if (header) return header
      }
      return headerOf((await this.#readFiles(id)).state.context)
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

  get #into() {
    return { temporaryFolder: this.options.temporaryFolder, seal: this.#seal }
  }

  #now(): string {
    return new Date(this.options.now()).toISOString()
  }
}
