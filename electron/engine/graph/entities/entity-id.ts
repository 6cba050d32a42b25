import { createHash } from 'node:crypto'
import type { Mention } from '../walk/mention'

/** The key of a name and its type as `DisambiguatedEntity.key` is made of the first of an entity's. */
export function mentionKey({ name, type }: Mention): string {
  return `${name}\n${type ?? ''}`
}

/** `n_` and the first 16 hex digits of the key's SHA-256: two of a million entities meet once in 10^7 libraries. */
export function entityId(key: string): string {
  return `n_${createHash('sha256').update(key).digest('hex').slice(0, 16)}`
}
