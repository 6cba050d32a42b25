import type { KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type EntityType, RelationKind } from '@shared/graph'
import { SealedLines } from '@engine/platform/sealing/line-seal'
import type { DocumentFacts, GraphShare, Mention, MentionRow, RelationRow } from '../share/graph-share'
import { readRecord, type PassageFacts } from './extraction-record'
import { mergeFacts } from './answers/merge-facts'

/** A share with what a language model has read in the same indexing. `path` is of its record, which may be missing or torn; `key` opens sealed lines. */
export async function withModelFacts(
  share: GraphShare,
  path: string | undefined,
  key?: KeyObject,
): Promise<GraphShare> {
  // Most documents have none, and failing to read ten thousand files takes a second.
  const file = path !== undefined && existsSync(path) ? await recordIn(path, key).catch(() => '') : ''
  const model = file === '' ? undefined : modelFactsOf(file)
  if (model?.documentId !== share.documentId || model.revision !== share.revision) return share
  return { ...share, facts: mergeFacts(share.facts, model.facts) }
}

async function recordIn(path: string, key: KeyObject | undefined): Promise<string> {
  const lines = new SealedLines()
  if (key) lines.use(key, false)
  return lines.open(await readFile(path)).bytes.toString('utf8')
}

/** What a model has found in a document so far, from its record; undefined where the file is no record. */
export function modelFactsOf(file: string): Pick<GraphShare, 'documentId' | 'revision' | 'facts'> | undefined {
  const record = readRecord(file)
  if (!record) return undefined
  const { documentId, revision, read } = record
  return { documentId, revision, facts: toDocumentFacts(read) }
}

function toDocumentFacts(read: ReadonlyMap<number, PassageFacts>): DocumentFacts {
  const passages = [...read].toSorted(([a], [b]) => a - b)
  const names = unitedNames(passages.flatMap(([, facts]) => facts.names))
  const places = new Map(names.map(({ name }, place) => [name, place]))
  const mentions: MentionRow[] = []
  const relations: RelationRow[] = []
  for (const [passage, facts] of passages) {
    const placeOf = (name: number) => places.get(facts.names[name]?.name ?? '') ?? 0
    for (const [name, start, end] of facts.mentions) mentions.push([placeOf(name), passage, start, end])
    for (const [source, kind, target, start, end] of facts.relations) {
      relations.push([placeOf(source), RelationKind.options.indexOf(kind), placeOf(target), passage, start, end])
    }
  }
  return { names, mentions, relations, definitions: [] }
}

/** Each name once, with the type it was given most often; the one that came first where two are equal. */
function unitedNames(mentions: readonly Mention[]): Mention[] {
  const votes = new Map<string, Map<EntityType, number>>()
  for (const { name, type } of mentions) {
    const counts = votes.get(name) ?? new Map<EntityType, number>()
    votes.set(name, counts)
    if (type) counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  return [...votes].map(([name, counts]) => {
    const [best] = [...counts].toSorted(([, a], [, b]) => b - a)
    return best ? { name, type: best[0] } : { name }
  })
}
