import type { DisambiguatedEntity } from '../../disambiguation/disambiguated-entity'
import type { Resolution } from '../../disambiguation/name-resolver'
import { type GraphShare, mentionKey } from '../../share/graph-share'
import { buildEntityGraph, type EntityGraph } from '../entity-graph'

/**
 * The graph as it would be without some documents: what only they name, state or call a thing is not in it, nor in its counts. Which of the
 * names that stay are one thing is as the whole library has it.
 */
export function graphWithout(
  all: readonly GraphShare[],
  resolution: Resolution,
  documents: ReadonlySet<string>,
): EntityGraph {
  const shares = all.filter(({ documentId }) => !documents.has(documentId))
  const named = new Set(shares.flatMap(({ facts }) => facts.names.map(mentionKey)))
  const entities = resolution.entities.flatMap((entity) => withNames(entity, named))
  return buildEntityGraph(shares, { entities: sorted(entities), merges: [] })
}

function withNames(entity: DisambiguatedEntity, named: ReadonlySet<string>): DisambiguatedEntity[] {
  const mentions = entity.mentions.filter((mention) => named.has(mentionKey(mention)))
  const [first] = mentions
  if (!first) return []
  if (mentions.length === entity.mentions.length) return [entity]
  // A name that no document has is one that the user has given.
  const isHidden =
    entity.mentions.some(({ name }) => name === entity.name) && !mentions.some(({ name }) => name === entity.name)
  return [{ ...entity, mentions, key: mentionKey(first), name: isHidden ? first.name : entity.name }]
}

function sorted(entities: readonly DisambiguatedEntity[]): DisambiguatedEntity[] {
  return entities.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}
