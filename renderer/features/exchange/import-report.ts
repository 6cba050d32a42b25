import type { ImportedSession } from '@shared/session/turn-context'
import type { TextKeyBelow } from '@renderer/locales/text-key'

export function countOutcomes(sessions: readonly ImportedSession[]) {
  const counts = { added: 0, merged: 0, unchanged: 0 }
  for (const { outcome } of sessions) counts[outcome] += 1
  return counts
}

const ranks: Readonly<Record<ImportedSession['outcome'], number>> = { merged: 1, added: 2, unchanged: 3 }

/** Sessions by how much they need a look: conflicts first, then changed chats, new ones, unchanged ones. */
export function inOrderOfNote(sessions: readonly ImportedSession[]): ImportedSession[] {
  const rank = ({ conflicts, outcome }: ImportedSession) => (conflicts.length > 0 ? 0 : ranks[outcome])
  return sessions.toSorted((a, b) => rank(a) - rank(b))
}

/** A text under `outcome` and its count. */
export interface OutcomeWording {
  readonly key: TextKeyBelow<'exchange', 'outcome'>
  readonly count: number
}

const wordings = {
  added: { turns: 'addedTurns', messages: 'addedMessages', evidences: 'addedPassages', none: 'addedPlain' },
  merged: { turns: 'mergedTurns', messages: 'mergedMessages', evidences: 'mergedPassages', none: 'mergedPlain' },
} as const

/** The outcome of a chat's import in one or two sentences. Foreign records may have messages or passages and no turns. */
export function outcomeWording(session: ImportedSession): OutcomeWording[] {
  const { outcome, conflicts } = session
  const what = (['turns', 'messages', 'evidences'] as const).find((field) => session[field] > 0)
  const main: OutcomeWording =
    outcome === 'unchanged'
      ? { key: 'unchanged', count: 0 }
      : { key: wordings[outcome][what ?? 'none'], count: what ? session[what] : 0 }
  return conflicts.length === 0 ? [main] : [main, { key: 'conflicts', count: conflicts.length }]
}
