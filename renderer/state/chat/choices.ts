import { ContextChoices } from '@shared/session/turn-trace'
import { keptStore } from '../kept-entries'

export type Choice = keyof ContextChoices

/** The most the engine takes of each. */
const most: Record<Choice, number> = { pinned: 50, excluded: 200 }

const chosen = keptStore('cairn.choices.', ContextChoices, 100)

/** What is to be pinned and excluded when a turn's question is asked again, by turn; it survives a reload. */
export const useChoices = chosen.useEntries

/** Keeps choices across the page's end and shows those made in other tabs, until the returned function is called. */
export const followChoices = chosen.follow

/**
 * Pins or excludes a piece of evidence for the next time a turn's question is asked; null takes that back. Changes nothing
 * at the limit of choices.
 * @param asked the choices that the turn itself was asked with.
 */
export function choose(turnId: string, asked: ContextChoices, evidenceId: string, choice: Choice | null): void {
  const next = withChoice(useChoices.getState().entries[turnId] ?? asked, evidenceId, choice)
  chosen.set(turnId, sameChoices(next, asked) ? null : next)
}

/** Forgets what was chosen for a turn: it was asked, or is not wanted. */
export function resetChoices(turnId: string): void {
  chosen.set(turnId, null)
}

/** The choice for a piece of evidence; null where there is none. */
export function choiceOf(choices: ContextChoices, evidenceId: string): Choice | null {
  if (choices.excluded.includes(evidenceId)) return 'excluded'
  return choices.pinned.includes(evidenceId) ? 'pinned' : null
}

function withChoice(choices: ContextChoices, evidenceId: string, choice: Choice | null): ContextChoices {
  const others = (ids: readonly string[]) => ids.filter((id) => id !== evidenceId)
  const rest: ContextChoices = { pinned: others(choices.pinned), excluded: others(choices.excluded) }
  if (choice === null) return rest
  if (rest[choice].length >= most[choice]) return choices
  return { ...rest, [choice]: [...rest[choice], evidenceId] }
}

function sameChoices(one: ContextChoices, other: ContextChoices): boolean {
  const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((id) => b.includes(id))
  return same(one.pinned, other.pinned) && same(one.excluded, other.excluded)
}
