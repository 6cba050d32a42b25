import { LRUCache } from 'lru-cache'
import type { TurnCache, Memory } from './turn'
import { createHash } from 'node:crypto'

const ttlMs = 3_600_000
const maxEntries = 500

/** What stages 2 and 3 made of recent questions: for an hour, and of the 500 used last. */
export function createTurnCache<T extends object>(): TurnCache<T> {
  return new LRUCache<string, T>({ max: maxEntries, ttl: ttlMs })
}

/**
 * The key of a question in its conversation: the same words after other turns, or under other settings that bear on the
 * result, are another question.
 */
export function turnKey(question: string, memory: Memory, settings: readonly unknown[] = []): string {
  const history = memory.history.slice(-3).map((turn) => [turn.question, turn.answer, turn.wasClarification])
  return createHash('sha256')
    .update(JSON.stringify([question.trim(), history, ...settings]))
    .digest('hex')
}
