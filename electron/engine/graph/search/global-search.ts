import type { GraphOverview, GraphTheme, OverviewOptions } from '@engine/ports/graph/graph-search'
import { type Communities, type Community, maxInTitle } from '../communities/communities'
import type { EntityGraph } from '../entities/entity-graph'
import { listAt } from '../entities/lists'
import { questionTopic, worthOfEntities } from '../themes/question-topic'
import { levelSettings, themesOfLevel } from '../themes/theme-level'
import { placesOfThemes } from '../themes/theme-places'
import { topicWords } from '../themes/topic-words'
import { withinPassages } from '../themes/within-passages'

export const globalSearchSettings = {
  ...levelSettings,
  /** Names given of a theme. */
  maxNames: 6,
  /** Places of one theme, and of all themes together. */
  maxPlaces: 8,
  maxPlacesInTotal: 32,
}

/**
 * What the documents are about: map–reduce over communities as in GraphRAG (Edge et al., 2024, "From Local to Global: A Graph RAG
 * Approach to Query-Focused Summarization"), where this is the map and composing an answer from it the reduce. Communities of one level are
 * weighed by their members' ranks, which is their size times how important they are, and where the question names something,
 * by how much of it is theirs. The same question to the same graph gives the same themes.
 */
export function globalSearch(
  { graph: whole, communities }: { readonly graph: EntityGraph; readonly communities: Communities },
  question: string,
  { most, documents, hits }: OverviewOptions,
  settings: Readonly<typeof globalSearchSettings> = globalSearchSettings,
): GraphOverview {
  const scope = documents && new Set(documents)
  const graph = scope ? withinPassages(whole, (passage) => scope.has(documentOf(whole, passage))) : whole
  const words = topicWords(question)
  const topic = words.length > 0 ? questionTopic(graph, words, hits) : null
  const themes = themesOfLevel(communities, worthOfEntities(graph, topic), settings)
  const shown = themes.slice(0, most)
  const communitiesShown = shown.map(({ community }) => asNamedIn(graph, community))
  const limits = { most: settings.maxPlaces, total: settings.maxPlacesInTotal }
  const places = placesOfThemes(communitiesShown, graph, topic, limits)
  const highest = shown[0]?.weight ?? 1
  return {
    themes: communitiesShown.map(({ id, title, members }, at): GraphTheme => {
      return {
        id,
        title,
        size: members.length,
        documents: documentsSpeakingOf(graph, members),
        weight: (shown[at]?.weight ?? 0) / highest,
        names: members.slice(0, settings.maxNames).map((member) => graph.entities[member]?.name ?? ''),
        passages: (places[at] ?? []).map(({ passageId, start, end }) => ({ id: passageId, start, end })),
      }
    }),
    total: themes.length,
    documents: whole.documents.filter(({ id }) => scope?.has(id) ?? true).length,
  }
}

function documentOf({ documents, documentOf: of }: EntityGraph, passage: number): string {
  return documents[of[passage] ?? -1]?.id ?? ''
}

/** A community without the members that no passage names, which its title must not name either. */
function asNamedIn({ entities, places }: EntityGraph, community: Community): Community {
  const members = community.members.filter((member) => listAt(places.ofEntity, member).length > 0)
  const isWhole = community.members.slice(0, maxInTitle).every((member) => members.includes(member))
  if (isWhole) return { ...community, members }
  const heads = members.slice(0, maxInTitle).map((member) => entities[member]?.name ?? '')
  return { ...community, members, title: heads.join(', ') }
}

/** How many documents name two members, or the only one. */
function documentsSpeakingOf({ places, documentOf: of }: EntityGraph, members: readonly number[]): number {
  const naming = new Map<number, number>()
  for (const member of members) {
    const documents = new Set(
      Array.from(listAt(places.ofEntity, member), (place) => of[places.passage[place] ?? 0] ?? 0),
    )
    for (const document of documents) naming.set(document, (naming.get(document) ?? 0) + 1)
  }
  return [...naming.values()].filter((count) => count >= Math.min(2, members.length)).length
}
