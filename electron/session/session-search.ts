import type { Message } from '@shared/session-context'
import type { SessionHeader, SessionHit } from '@shared/session-view'
import { CairnError } from '@shared/errors'
import type { SessionStore } from '../ports/session-store'
import { exchangesIn } from './conversation'
import { fold, snippetAround } from './snippet'

/** One question or answer; `folded` is what is compared. */
interface SaidText {
  readonly turn_id: string
  readonly text: string
  readonly folded: string
}

interface CachedSession {
  /** Which state of the session this is. */
  readonly version: string
  readonly texts: Promise<readonly SaidText[]>
}

/** Sessions read beside each other while the cache fills. */
const readAtOnce = 8

/** Finds sessions by what was said in them. Keeps their texts in memory, and reads a session again only once it changed. */
export class SessionSearch {
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
      const texts = await Promise.all(some.map((header) => this.#textsOf(header)))
      for (const [n, header] of some.entries()) {
        const hit = hitIn(header, texts[n] ?? [], words)
        if (hit && hits.length < limit) hits.push(hit)
      }
    }
    return hits
  }

  #textsOf({ id, updated_at, message_count }: SessionHeader): Promise<readonly SaidText[]> {
    const version = `${updated_at} ${message_count}`
    const cached = this.#cache.get(id)
    if (cached?.version === version) return cached.texts
    const texts = this.sessions.messages(id).then(textsIn, (thrown: unknown) => {
      // Deleted meanwhile, or damaged: the list says so where it matters, a search just does not find it.
      if (thrown instanceof CairnError && (thrown.code === 'NOT_FOUND' || thrown.code === 'STORE_DAMAGED')) return []
      this.#cache.delete(id)
      throw thrown
    })
    this.#cache.set(id, { version, texts })
    return texts
  }

  #forgetAllBut(headers: readonly SessionHeader[]): void {
    const present = new Set(headers.map(({ id }) => id))
    for (const id of this.#cache.keys()) if (!present.has(id)) this.#cache.delete(id)
  }
}

function textsIn(messages: readonly Message[]): SaidText[] {
  return exchangesIn(messages).flatMap(({ id, question, answer }) =>
    [question.content, answer?.content ?? '']
      .filter((text) => text !== '')
      .map((text) => ({ turn_id: id, text, folded: fold(text) })),
  )
}

function hitIn(header: SessionHeader, texts: readonly SaidText[], words: readonly string[]): SessionHit | null {
  const title = fold(header.title)
  const isFound = (word: string) => title.includes(word) || texts.some(({ folded }) => folded.includes(word))
  if (!words.every(isFound)) return null
  const found = ({ folded }: SaidText) => words.filter((word) => folded.includes(word)).length
  let best: SaidText | undefined
  for (const text of texts) if (found(text) > (best ? found(best) : 0)) best = text
  if (!best) return { header, turn_id: null, snippet: snippetAround(header.title, words) }
  return { header, turn_id: best.turn_id, snippet: snippetAround(best.text, words) }
}
