import type { EntityHead, EntityHit } from '@shared/graph'
import { draftKey, goToComposer, writeDraft } from '../chat/drafts'
import { chooseGraph, useGraphChoices } from './graph-choices'
import { call } from '../connection'
import { attempt } from '../window/notices'
import type { GraphFocus } from '../window/route'
import { setScope, wholeLibrary } from '../library/scope'
import { go, useRoute } from '../window/address'

/** Entities whose names are like a text. Throws CairnError. */
export function searchEntities(text: string, limit: number): Promise<EntityHit[]> {
  return call((client) => client.graph.search({ text: text.trim().slice(0, 200), limit }))
}

/** Opens the card of an entity; null closes it. While a path looks for its second end, the entity becomes that. */
export function selectEntity(entity: Pick<EntityHead, 'id'> | null): void {
  chooseGraph({ community: null })
  if (entity?.id !== useRoute.getState().entity) go({ view: 'graph', entity: entity?.id ?? null })
}

/** Closes the card that is open, the last one opened first. False where none is. */
export function closeCard(): boolean {
  const { path, community } = useGraphChoices.getState()
  if (path) chooseGraph({ path: null })
  else if (community !== null) chooseGraph({ community: null })
  else if (useRoute.getState().entity !== null) selectEntity(null)
  else return false
  return true
}

/** Draws only what is near an entity. */
export function focusOn(id: string, depth: GraphFocus['depth'] = 1): void {
  chooseGraph({ community: null })
  go({ view: 'graph', entity: id, focus: { id, depth } })
}

/** Draws the whole graph again; what is chosen stays. */
export function leaveFocus(): void {
  go({ focus: null })
}

export function openCommunity(id: string): void {
  chooseGraph({ community: id, path: null })
  go({ view: 'graph', entity: null })
}

/** Begins a path at an entity; the next one that is chosen is its end. */
export function startPath(from: EntityHead): void {
  chooseGraph({ path: { from, to: null }, community: null })
}

/** True where the entity became the end of a path. */
export function endPathAt(to: EntityHead): boolean {
  const { path } = useGraphChoices.getState()
  if (!path || path.to !== null || path.from.id === to.id) return false
  chooseGraph({ path: { ...path, to } })
  return true
}

/** Opens the graph at the entity of a name, or at the search for it where no entity has just that name. */
export async function openEntityNamed(name: string): Promise<void> {
  chooseGraph({ searchText: name, path: null, community: null })
  go({ view: 'graph', focus: null })
  await attempt(async () => {
    const hits = await searchEntities(name, 5)
    const wanted = name.trim().toLowerCase()
    const hit = hits.find((one) => [one.name, one.matched ?? ''].some((known) => known.toLowerCase() === wanted))
    // Somebody may have typed or gone elsewhere meanwhile.
    if (!hit || useGraphChoices.getState().searchText !== name || useRoute.getState().view !== 'graph') return
    chooseGraph({ searchText: '' })
    selectEntity(hit)
  })
}

/** Puts a question about an entity into the composer of a new chat. */
export function askAboutEntity(question: string): void {
  const key = draftKey(null)
  writeDraft(key, question)
  setScope(key, wholeLibrary)
  goToComposer(null)
}
