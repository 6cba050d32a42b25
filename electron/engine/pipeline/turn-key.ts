import { createHash } from 'node:crypto'
import type { Memory } from './turn'

/**
 * Cache key of a question in its conversation: the same words after other turns are another question, and so they are
 * under other settings that bear on the result.
 */
export function turnKey(question: string, memory: Memory, settings: readonly unknown[] = []): string {
  const history = memory.history.slice(-3).map((turn) => [turn.question, turn.answer, turn.askedBack])
  return createHash('sha256')
    .update(JSON.stringify([question.trim(), history, ...settings]))
    .digest('hex')
}
