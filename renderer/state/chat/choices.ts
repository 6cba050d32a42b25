import { ContextChoices } from '@shared/session/turn-trace'
import { keptStore } from '../kept-entries'
import { loadTurnContext, useTurnContexts } from './turns/turn-contexts'

export type Choice = 'pinned' | 'excluded'

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

/** Keeps a passage out of the next answer to a turn's question, or lets it in again; nothing where the turn cannot be read. */
export async function leaveOutPassage(
  { session_id: sessionId, turn_id: turnId }: { readonly session_id: string; readonly turn_id: string },
  evidenceId: string,
  isOut: boolean,
): Promise<void> {
  const asked = () => useTurnContexts.getState().entries[turnId]?.context?.choices
  if (!asked()) await loadTurnContext(sessionId, turnId)
  const choices = asked()
  if (choices) choose(turnId, choices, evidenceId, isOut ? 'excluded' : null)
}

/** Leaves a document out whole the next time a turn's question is asked, or takes that back. */
export function leaveOutDocument(turnId: string, asked: ContextChoices, documentId: string, isOut: boolean): void {
  const before = useChoices.getState().entries[turnId] ?? asked
  const others = (before.excluded_documents ?? []).filter((id) => id !== documentId)
  const next = isOut ? [...others, documentId].slice(-most.excluded) : others
  const { excluded_documents: _, ...rest } = before
  const choices = next.length === 0 ? rest : { ...rest, excluded_documents: next }
  chosen.set(turnId, sameChoices(choices, asked) ? null : choices)
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
  const rest: ContextChoices = { ...choices, pinned: others(choices.pinned), excluded: others(choices.excluded) }
  if (choice === null) return rest
  if (rest[choice].length >= most[choice]) return choices
  return { ...rest, [choice]: [...rest[choice], evidenceId] }
}

function sameChoices(one: ContextChoices, other: ContextChoices): boolean {
  const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((id) => b.includes(id))
  const documents = ({ excluded_documents: ids = [] }: ContextChoices) => ids
  return same(one.pinned, other.pinned) && same(one.excluded, other.excluded) && same(documents(one), documents(other))
}
