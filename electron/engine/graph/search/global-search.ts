import type { GraphOverview, GraphTheme, OverviewOptions } from '@engine/ports/graph/graph-search'
import { type Communities, type Community, maxInTitle } from '../communities/communities'
import type { EntityGraph } from '../entities/entity-graph'
import { listAt } from '../entities/lists'
import { questionTopic } from '../themes/question-topic'
import { type LevelSettings, themesOfLevel } from '../themes/theme-level'
import { placesOfThemes } from '../themes/theme-places'
import { worthOfEntities } from '../themes/theme-worth'
import { topicWords } from '../themes/topic-words'
import { withinPassages } from '../themes/within-passages'

export interface GlobalSearchSettings extends LevelSettings {
  /** Names given of a theme. */
  readonly maxNames: number
  /** Places of one theme, and of all together. */
  readonly maxPlaces: number
  readonly maxPlacesInTotal: number
}

export const globalSearchSettings: GlobalSearchSettings = {
  minThemes: 5,
  minShare: 0.05,
  maxNames: 6,
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
  settings: GlobalSearchSettings = globalSearchSettings,
): GraphOverview {
  const scope = documents && new Set(documents)
  const graph = scope ? withinPassages(whole, (passage) => scope.has(documentOf(whole, passage))) : whole
  const words = topicWords(question)
  const topic = words.length > 0 ? questionTopic(graph, words, hits) : null
  const themes = themesOfLevel(communities, worthOfEntities(graph, topic), settings)
  const shown = themes
    .slice(0, most)
    .map(({ community, weight }) => ({ community: asNamedIn(graph, community), weight }))
  const limits = { most: settings.maxPlaces, total: settings.maxPlacesInTotal }
  const places = placesOfThemes(
    shown.map(({ community }) => community),
    graph,
    topic,
    limits,
  )
  const highest = shown[0]?.weight ?? 1
  return {
    themes: shown.map(({ community, weight }, at): GraphTheme => {
      const { id, title, members } = community
      return {
        id,
        title,
        size: members.length,
        documents: documentsSpeakingOf(graph, members),
        weight: weight / highest,
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
