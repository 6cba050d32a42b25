import { setImmediate } from 'node:timers/promises'
import type { Message } from '@shared/session/session-context'
import type { SessionHeader, SessionHit } from '@shared/session/session-view'
import { CairnError } from '@shared/errors'
import type { EarlierSessions, RecalledExchange, RecallScope, RecallTerm } from '@engine/ports/storage/earlier-sessions'
import type { SessionStore } from '@engine/ports/storage/session-store'
import { exchangesIn } from './conversation'
import { recallFrom, type RememberedSession } from './recall'
import { fold, snippetAround } from './snippet'

/** The text of a question or an answer. */
interface SaidText {
  readonly turn_id: string
  readonly text: string
}

/** The texts of a session, as a search reads them. */
interface SearchedSession {
  readonly texts: readonly SaidText[]
  /** Title and texts as they are compared, a line each: one look through it tells whether a word occurs at all. */
  readonly folded: string
}

interface CachedSession {
  /** Which state of the session this is. */
  readonly header: SessionHeader
  readonly reading: Promise<SearchedSession>
}

/** Sessions read beside each other while the cache fills. */
const readAtOnce = 32
/** Sessions read beside each other while no search waits for them. */
const warmedAtOnce = 4

/** Finds sessions by their texts. Keeps the texts in memory, and reads a session again only once it changed. */
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
      const sessions = await this.#readAll(headers.slice(at, at + readAtOnce))
      hits.push(...sessions.flatMap((session) => hitIn(session.header, session, words) ?? []))
    }
    return hits.slice(0, limit)
  }

  /** Reads ahead what a first search would otherwise have to wait for; a few sessions at a time, newest first. */
  async warm(signal: AbortSignal): Promise<void> {
    const headers = await this.sessions.list()
    for (let at = 0; at < headers.length && !signal.aborted; at += warmedAtOnce) {
      await this.#readAll(headers.slice(at, at + warmedAtOnce))
      // All other work goes first.
      await setImmediate()
    }
  }

  /** The exchanges that speak of these terms, best first. */
  async recall(
    keyTerms: readonly RecallTerm[],
    which: RecallScope,
    limit: number,
    signal: AbortSignal,
  ): Promise<RecalledExchange[]> {
    const isMeant = (id: string) => ('only' in which ? id === which.only : id !== which.except)
    const headers = (await this.sessions.list()).filter(({ id }) => isMeant(id))
    const remembered: RememberedSession[] = []
    for (let at = 0; at < headers.length; at += readAtOnce) {
      signal.throwIfAborted()
      const sessions = await this.#readAll(headers.slice(at, at + readAtOnce))
      remembered.push(
        ...sessions.map(({ header, folded, texts }) => ({ header, folded, exchanges: exchangesOfTexts(texts) })),
      )
    }
    return recallFrom(remembered, keyTerms, limit)
  }

  #readAll(headers: readonly SessionHeader[]) {
    return Promise.all(headers.map(async (header) => ({ header, ...(await this.#readOnce(header)) })))
  }

  #readOnce(header: SessionHeader): Promise<SearchedSession> {
    const known = this.#cache.get(header.id)
    if (known && isSame(known.header, header)) return known.reading
    const reading = this.#textsOf(header).then((texts) => {
      return { texts, folded: [header.title, ...texts.map(({ text }) => text)].map(fold).join('\n') }
    })
    this.#cache.set(header.id, { header, reading })
    return reading
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

/** Whether two states of a session have the same messages and the same title. */
function isSame(one: SessionHeader, other: SessionHeader): boolean {
  return one.updated_at === other.updated_at && one.message_count === other.message_count && one.title === other.title
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
