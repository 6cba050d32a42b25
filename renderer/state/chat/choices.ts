import { ContextChoices } from '@shared/session/turn-trace'
import { create } from 'zustand'
import { KeptEntries } from '../kept-entries'

export type Choice = keyof ContextChoices

/** The most the engine takes of each. */
const most: Record<Choice, number> = { pinned: 50, excluded: 200 }

const kept = new KeptEntries('cairn.choices.', ContextChoices, 100)

/** What is to be pinned and excluded when a turn's question is asked again, by turn; it survives a reload. */
export const useChoices = create<{ readonly drafts: Readonly<Record<string, ContextChoices>> }>(() => ({
  drafts: kept.readAll(),
}))

/**
 * Pins or excludes a piece of evidence for when a turn's question is asked again; null takes that back. Nothing changes
 * where as many are chosen already as can be.
 * @param asked what the turn itself was asked with, which a first choice starts from.
 */
export function choose(turnId: string, asked: ContextChoices, evidenceId: string, choice: Choice | null): void {
  const next = withChoice(useChoices.getState().drafts[turnId] ?? asked, evidenceId, choice)
  const changed = sameChoices(next, asked) ? null : next
  show(turnId, changed)
  kept.write(turnId, changed)
}

/** Forgets what was chosen for a turn: it was asked, or is not wanted. */
export function resetChoices(turnId: string): void {
  show(turnId, null)
  kept.write(turnId, null)
}

/** What is chosen for a piece of evidence; null where nothing is. */
export function choiceOf(choices: ContextChoices, evidenceId: string): Choice | null {
  if (choices.excluded.includes(evidenceId)) return 'excluded'
  return choices.pinned.includes(evidenceId) ? 'pinned' : null
}

/** Keeps choices across the page's end and shows those made in other tabs, until the returned function is called. */
export function followChoices(): () => void {
  return kept.follow(show)
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

function show(turnId: string, choices: ContextChoices | null): void {
  useChoices.setState(({ drafts }) => {
    const rest = Object.entries(drafts).filter(([other]) => other !== turnId)
    return { drafts: Object.fromEntries(choices ? [...rest, [turnId, choices]] : rest) }
  })
}
