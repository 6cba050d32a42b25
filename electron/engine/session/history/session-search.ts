import { setImmediate } from 'node:timers/promises'
import type { Message } from '@shared/session/session-context'
import type { SessionHeader, SessionHit } from '@shared/session/session-view'
import { CairnError } from '@shared/errors'
import type { EarlierSessions, RecalledExchange, RecallTerm } from '@engine/ports/storage/earlier-sessions'
import type { SessionStore } from '@engine/ports/storage/session-store'
import { exchangesIn } from './conversation'
import { recallFrom, type RememberedSession } from './recall'
import { fold, snippetAround } from './snippet'

/** One question or answer. */
interface SaidText {
  readonly turn_id: string
  readonly text: string
}

/** A session as a search reads it. */
interface SearchedSession {
  readonly texts: readonly SaidText[]
  /** Title and texts as they are compared, a line each: one look through it tells whether a word occurs at all. */
  readonly folded: string
}

interface CachedSession {
  /** Which state of the session this is. */
  readonly header: SessionHeader
  readonly reading: Promise<void>
  /** Absent while it is read. */
  read?: SearchedSession
}

/** Sessions read beside each other while the cache fills. */
const readAtOnce = 32
/** As many when nobody waits for it. */
const warmedAtOnce = 4

/** Finds sessions by what was said in them. Keeps their texts in memory, and reads a session again only once it changed. */
export class SessionSearch implements EarlierSessions {
  readonly #cache = new Map<string, CachedSession>()

  constructor(private readonly sessions: Pick<SessionStore, 'list' | 'messages'>) {}

  /**
   * Sessions whose title, questions or answers hold every word of the query, whatever its case and width; newest first.
   * A word may be part of a longer one, so that Chinese needs no spaces.
   */
  async search(query: string, limit: number, signal?: AbortSignal): Promise<SessionHit[]> {
    const words = [...new Set(fold(query).split(/\s+/u).filter(Boolean))]
    if (words.length === 0) return []
    const headers = await this.sessions.list()
    this.#forgetAllBut(headers)
    const hits: SessionHit[] = []
    for (let at = 0; at < headers.length && hits.length < limit; at += readAtOnce) {
      signal?.throwIfAborted()
      const some = headers.slice(at, at + readAtOnce)
      const unread = some.filter((header) => !this.#isFresh(header))
      if (unread.length > 0) await Promise.all(unread.map((header) => this.#readOnce(header)))
      for (const header of some) {
        const session = this.#cache.get(header.id)?.read
        const hit = session && hitIn(header, session, words)
        if (hit && hits.length < limit) hits.push(hit)
      }
    }
    return hits
  }

  /** Reads ahead what a first search would otherwise have to wait for; a few sessions at a time, newest first. */
  async warm(signal: AbortSignal): Promise<void> {
    const headers = await this.sessions.list()
    for (let at = 0; at < headers.length && !signal.aborted; at += warmedAtOnce) {
      await Promise.all(headers.slice(at, at + warmedAtOnce).map((header) => this.#readOnce(header)))
      // Whatever else there is to do goes first.
      await setImmediate()
    }
  }

  /** What other sessions than `except` say of something, best first. */
  async recall(
    keyTerms: readonly RecallTerm[],
    except: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<RecalledExchange[]> {
    const headers = (await this.sessions.list()).filter(({ id }) => id !== except)
    for (let at = 0; at < headers.length; at += readAtOnce) {
      signal.throwIfAborted()
      const unread = headers.slice(at, at + readAtOnce).filter((header) => !this.#isFresh(header))
      if (unread.length > 0) await Promise.all(unread.map((header) => this.#readOnce(header)))
    }
    const remembered = headers.flatMap((header) => {
      const session = this.#cache.get(header.id)?.read
      return session ? [{ header, folded: session.folded, exchanges: exchangesOfTexts(session.texts) }] : []
    })
    return recallFrom(remembered, keyTerms, limit)
  }

  #isFresh(header: SessionHeader): boolean {
    const cached = this.#cache.get(header.id)
    return cached?.read !== undefined && isSame(cached.header, header)
  }

  #readOnce(header: SessionHeader): Promise<void> {
    const known = this.#cache.get(header.id)
    if (known && isSame(known.header, header)) return known.reading
    const cached: CachedSession = {
      header,
      reading: this.#textsOf(header).then((texts) => {
        cached.read = { texts, folded: [header.title, ...texts.map(({ text }) => text)].map(fold).join('\n') }
      }),
    }
    this.#cache.set(header.id, cached)
    return cached.reading
  }

  async #textsOf({ id }: SessionHeader): Promise<readonly SaidText[]> {
    try {
      return textsIn(await this.sessions.messages(id))
    } catch (thrown) {
      // Deleted meanwhile, or damaged: the list says so where it matters, a search just does not find it.
      if (thrown instanceof CairnError && (thrown.code === 'NOT_FOUND' || thrown.code === 'STORE_DAMAGED')) return []
      this.#cache.delete(id)
      throw thrown
    }
  }

  #forgetAllBut(headers: readonly SessionHeader[]): void {
    const present = new Set(headers.map(({ id }) => id))
    for (const id of this.#cache.keys()) if (!present.has(id)) this.#cache.delete(id)
  }
}

/** Whether nothing was said or renamed between two states of a session. */
function isSame(one: SessionHeader, other: SessionHeader): boolean {
  return (
    one === other ||
    (one.updated_at === other.updated_at && one.message_count === other.message_count && one.title === other.title)
  )
}

function textsIn(messages: readonly Message[]): SaidText[] {
  return exchangesIn(messages).flatMap(({ id, question, answer }) =>
    [question.content, answer?.content ?? ''].filter((text) => text !== '').map((text) => ({ turn_id: id, text })),
  )
}

/** Question and answer of a turn stand behind each other; a turn without an answer has one text. */
function exchangesOfTexts(texts: readonly SaidText[]): RememberedSession['exchanges'] {
  const byTurn = new Map<string, { turn_id: string; question: string; answer: string }>()
  for (const { turn_id, text } of texts) {
    const known = byTurn.get(turn_id)
    if (known) known.answer = text
    else byTurn.set(turn_id, { turn_id, question: text, answer: '' })
  }
  return [...byTurn.values()]
}

function hitIn(header: SessionHeader, session: SearchedSession, words: readonly string[]): SessionHit | null {
  if (!words.every((word) => session.folded.includes(word))) return null
  let best: SaidText | undefined
  let most = 0
  for (const text of session.texts) {
    const folded = fold(text.text)
    const found = words.filter((word) => folded.includes(word)).length
    if (found > most) [best, most] = [text, found]
  }
  if (!best) return { header, turn_id: null, snippet: snippetAround(header.title, words) }
  return { header, turn_id: best.turn_id, snippet: snippetAround(best.text, words) }
}
