import { isUntaken } from '../chat-session'
import type { Turn } from './turn-reducer'

/** One place in a conversation with every version of its question, oldest first. */
export interface TurnPlace {
  /** Id of the first version; stays the same however often the question is edited. */
  readonly id: string
  readonly versions: readonly Turn[]
}

/**
 * Gathers turns that replace each other into one place each, in conversational order.
 * @param isWhole false while earlier turns are still to be read; a turn that replaces one of those waits for it.
 */
export function placesOf(turns: readonly Turn[], isWhole = true): TurnPlace[] {
  const known = new Map(turns.map((turn) => [turn.turn_id, turn]))
  const places = new Map<string, Turn[]>()
  for (const turn of turns) {
    const { turn_id: root, replaces } = rootOf(turn, known)
    if (!isWhole && replaces !== null && !known.has(replaces)) continue
    places.set(root, [...(places.get(root) ?? []), turn])
  }
  return [...places].map(([id, versions]) => ({ id, versions }))
}

/** The version of a place that is on show: the chosen one where it is there, otherwise the newest. */
export function shownVersion({ versions }: TurnPlace, chosen: string | undefined): Turn | undefined {
  return versions.find(({ turn_id }) => turn_id === chosen) ?? versions.at(-1)
}

/**
 * The versions of a question that can be compared, in their order. A growing answer would change under the reader's eyes,
 * and of a question that the engine never took nothing is recorded.
 */
export function settledVersions(versions: readonly Turn[]): readonly Turn[] {
  return versions.filter((turn) => turn.status !== 'running' && !isUntaken(turn))
}

function rootOf(turn: Turn, known: ReadonlyMap<string, Turn>): Turn {
  const seen = new Set<string>()
  let current = turn
  while (current.replaces !== null && !seen.has(current.turn_id)) {
    seen.add(current.turn_id)
    const earlier = known.get(current.replaces)
    if (!earlier) break
    current = earlier
  }
  return current
}
