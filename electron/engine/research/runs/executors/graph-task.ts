import { z } from 'zod'
import type { EntityHit, GraphPassageRef } from '@shared/graph'
import { extractNames } from '@engine/graph/names/extract-names'
import type { KnowledgeGraph } from '@engine/ports/graph/knowledge-graph'
import type { LibrarySources } from './library-sources'
import { endRound, roundsOf } from './task-rounds'
import type { Executor, NewEvidence, TaskWork } from './task-work'

type Graph = Pick<KnowledgeGraph, 'search' | 'path' | 'entity'>
type Library = Pick<LibrarySources, 'passage'>

/** Entities that are looked at, and passages behind one relation, that are kept. */
const mostEntities = 4
const mostStatements = 12
const mostPassages = 2

const Done = z.object({ found: z.number() })

/** A relation that was found, as names in order, and the passages that state it. */
interface Relation {
  readonly names: readonly string[]
  readonly passages: readonly GraphPassageRef[]
}

/** Follows the relations of the names in a task's question: the ways between them, or what is stated of the one there is. */
export function graphTask(graph: Graph, library: Library, clock: () => number): Executor {
  return async (work, hooks) => {
    const { context, own } = roundsOf(work, (state) => Done.safeParse(state).data)
    if (own) return outcomeOf(own.found, work)
    const start = clock()
    const entities = await hooks.turn(() => namedEntities(work.question, graph))
    await hooks.reading(entities.map(({ name }) => name))
    const relations = await hooks.turn(() => relationsOf(entities, graph))
    const evidence = await asEvidence(relations, work, library)
    const log = { entities: entities.map(({ name }) => name), relations: relations.length }
    const steps = entities.length + 1
    const state = endRound(context, 1, { own: { found: evidence.length }, ms: clock() - start, steps, log })
    await hooks.round({ number: 1, state, evidence, searches: steps })
    return outcomeOf(evidence.length, work)
  }
}

function outcomeOf(found: number, { task }: TaskWork) {
  return found > 0 ? { endedBy: 'covered' as const } : { endedBy: 'nothing_new' as const, missing: [task.description] }
}

/** The entities that a question names, each once, in the order named. */
async function namedEntities(question: string, graph: Graph): Promise<EntityHit[]> {
  const { names } = extractNames({ title: '', headingPath: [], text: question })
  const found = new Map<string, EntityHit>()
  for (const { surface } of names) {
    const [hit] = await graph.search(surface, 1)
    const matched = hit?.matched ?? hit?.name
    if (hit && matched?.toLowerCase() === surface.toLowerCase()) found.set(hit.id, hit)
    if (found.size === mostEntities) break
  }
  return [...found.values()]
}

async function relationsOf(entities: readonly EntityHit[], graph: Graph): Promise<Relation[]> {
  const [only] = entities
  if (!only) return []
  if (entities.length === 1) return statementsOf(only, graph)
  const relations: Relation[] = []
  for (const [at, one] of entities.entries()) {
    for (const other of entities.slice(at + 1)) relations.push(...(await wayBetween(one, other, graph)))
  }
  // Names that nothing joins: what is stated of each.
  if (relations.length > 0) return relations
  return (await Promise.all(entities.map((entity) => statementsOf(entity, graph)))).flat()
}

async function wayBetween(one: EntityHit, other: EntityHit, graph: Graph): Promise<Relation[]> {
  const { nodes, edges } = await graph.path(one.id, other.id)
  const names = nodes.map(({ name }) => name)
  return edges.map(({ passages }) => ({ names, passages }))
}

async function statementsOf({ id, name }: EntityHit, graph: Graph): Promise<Relation[]> {
  const { statements, passages } = await graph.entity(id)
  const stated = statements.slice(0, mostStatements)
  if (stated.length === 0) return [{ names: [name], passages: passages.slice(0, mostStatements) }]
  return stated.map((statement) => ({ names: [name, statement.other.name], passages: statement.passages }))
}

async function asEvidence(
  relations: readonly Relation[],
  { scope }: TaskWork,
  library: Library,
): Promise<NewEvidence[]> {
  const inside = scope?.documents && new Set(scope.documents)
  const found = new Map<string, NewEvidence>()
  for (const { names, passages } of relations) {
    const most = names.length === 1 ? passages.length : mostPassages
    for (const { document_id: id, start, end } of passages.slice(0, most)) {
      if (inside && !inside.has(id)) continue
      const passage = await library.passage(id, start, end)
      if (passage && !found.has(passage.evidence_id)) {
        found.set(passage.evidence_id, { ...passage, kind: 'graph', graph_path: [...names] })
      }
    }
  }
  return [...found.values()]
}
