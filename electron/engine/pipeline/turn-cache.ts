import { LRUCache } from 'lru-cache'
import type { TurnCache } from './turn'

const ttlMs = 3_600_000
const mostEntries = 500

/** What stages 2 and 3 made of recent questions: for an hour, and of the 500 used last. */
export function createTurnCache<T extends object>(): TurnCache<T> {
  return new LRUCache<string, T>({ max: mostEntries, ttl: ttlMs })
}
