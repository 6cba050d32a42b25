import type { ImportedSession } from '@shared/session/turn-context'

export interface ImportCounts {
  readonly added: number
  readonly merged: number
  readonly unchanged: number
}

export function countOutcomes(sessions: readonly ImportedSession[]): ImportCounts {
  const counts = { added: 0, merged: 0, unchanged: 0 }
  for (const { outcome } of sessions) counts[outcome] += 1
  return counts
}

const ranks: Readonly<Record<ImportedSession['outcome'], number>> = { merged: 1, added: 2, unchanged: 3 }

/** What needs a look first: conflicts, then what changed a chat here, what is new, what changed nothing. */
export function inOrderOfNote(sessions: readonly ImportedSession[]): ImportedSession[] {
  const rank = ({ conflicts, outcome }: ImportedSession) => (conflicts.length > 0 ? 0 : ranks[outcome])
  return sessions.toSorted((a, b) => rank(a) - rank(b))
}

/** A text under `outcome` and its count. */
export interface OutcomeWording {
  readonly key: string
  readonly count: number
}

/** What happened to a chat, in one or two sentences. Foreign records may have messages or passages and no turns. */
export function outcomeWording({ outcome, turns, messages, evidences, conflicts }: ImportedSession): OutcomeWording[] {
  const [what, count] = turns > 0 ? ['Turns', turns] : messages > 0 ? ['Messages', messages] : ['Passages', evidences]
  const main =
    outcome === 'unchanged'
      ? { key: 'unchanged', count: 0 }
      : count === 0
        ? { key: `${outcome}Plain`, count: 0 }
        : { key: `${outcome}${what}`, count }
  return conflicts.length === 0 ? [main] : [main, { key: 'conflicts', count: conflicts.length }]
}
