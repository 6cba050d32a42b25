import { RelationKind } from '@shared/graph'
import type { Communities } from '../../communities/communities'
import type { EntityGraph } from '../entity-graph'

type Value = string | number | undefined

/** Attributes by their key; what has no value is left out. */
const nodeKeys = {
  name: 'string',
  type: 'string',
  aliases: 'string',
  mentions: 'int',
  documents: 'int',
  rank: 'double',
  community: 'string',
} as const
const edgeKeys = { relation: 'string', weight: 'double' } as const

/** GraphML (Brandes et al., 2002) as Gephi, Cytoscape and yEd read it. `community` is the title of the coarsest community. */
export function* graphmlLines({ entities, edges }: EntityGraph, communities: Communities): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
  yield keyLines('node', nodeKeys) + keyLines('edge', edgeKeys)
  yield '<graph id="cairn" edgedefault="directed">\n'
  for (const [at, { id, name, type, aliases, mentions, documents, rank }] of entities.entries()) {
    const community = communities.of(at)[0]?.title
    const values = { name, type, aliases: aliases.join('; ') || undefined, mentions, documents, rank, community }
    yield `<node id="${id}">${dataOf('node', values)}</node>\n`
  }
  for (const [edge, source] of edges.source.entries()) {
    const relation = RelationKind.options[edges.kind[edge] ?? -1] ?? 'co_occurs'
    const ends = `source="${entities[source]?.id ?? ''}" target="${entities[edges.target[edge] ?? 0]?.id ?? ''}"`
    const directed = relation === 'co_occurs' ? ' directed="false"' : ''
    yield `<edge id="e${edge}" ${ends}${directed}>${dataOf('edge', { relation, weight: edges.weight[edge] })}</edge>\n`
  }
  yield '</graph>\n</graphml>\n'
}

function keyLines(what: 'node' | 'edge', keys: Readonly<Record<string, string>>): string {
  return Object.entries(keys)
    .map(([name, type]) => `<key id="${what}_${name}" for="${what}" attr.name="${name}" attr.type="${type}"/>\n`)
    .join('')
}

function dataOf(what: 'node' | 'edge', values: Readonly<Record<string, Value>>): string {
  return Object.entries(values)
    .map(([name, value]) =>
      value === undefined ? '' : `<data key="${what}_${name}">${escapeXml(String(value))}</data>`,
    )
    .join('')
}

/** What XML 1.0 has no way to write, lone surrogates included. */
const unwritable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
const entity: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

export function escapeXml(text: string): string {
  return text.replace(unwritable, '\u{fffd}').replace(/[&<>"\r]/gu, (mark) => entity[mark] ?? mark)
}
