import { createHash } from 'node:crypto'
import type { Memory } from './turn'

/** Cache key of a question in its conversation: the same words after other turns are another question. */
export function turnKey(question: string, memory: Memory): string {
  const history = memory.history.slice(-3).map((turn) => [turn.question, turn.answer, turn.askedBack])
  return createHash('sha256')
    .update(JSON.stringify([question.trim(), history]))
    .digest('hex')
}
