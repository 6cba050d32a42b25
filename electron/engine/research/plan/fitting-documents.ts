import type { PaperFinder, PlanDocument } from './find-papers'

/** More titles than these are a catalogue to read. */
const mostTitles = 20
/** Of them, those whose titles fit best. */
const byTitle = 4

/** Ids of documents that hold what a text asks for, best first. */
export type DocumentsOn = (text: string, signal: AbortSignal) => Promise<readonly string[]>

/**
 * The documents that a model is shown to plan with: those whose titles fit the goal best, then in turn those that hold what the goal
 * and the draft's tasks ask for, then others. Titles alone fit nothing in another language.
 */
export async function fittingDocuments(
  goal: string,
  asked: readonly string[],
  finder: PaperFinder,
  { documentsOn, signal }: { readonly documentsOn: DocumentsOn | undefined; readonly signal: AbortSignal },
): Promise<readonly PlanDocument[]> {
  const nearest = finder.nearest(goal)
  const found: (readonly string[])[] = []
  if (documentsOn) for (const text of new Set([goal, ...asked])) found.push(await documentsOn(text, signal))
  const longest = Math.max(0, ...found.map(({ length }) => length))
  const inTurn = Array.from({ length: longest }, (_, at) => found.flatMap((ids) => ids[at] ?? [])).flat()
  const byId = new Map(nearest.map((one) => [one.id, one]))
  const holding = inTurn.flatMap((id) => byId.get(id) ?? [])
  return [...new Set([...nearest.slice(0, byTitle), ...holding, ...nearest])].slice(0, mostTitles)
}
