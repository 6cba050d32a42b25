import type { GraphFileFormat } from '@shared/graph'
import type { Communities } from '../../communities/communities'
import type { EntityGraph } from '../entity-graph'
import { graphmlLines } from './graphml'
import { graphJsonLines } from './graph-json'

/** Characters of a piece, about. */
const pieceLength = 65_536

/** The whole graph as the text of a file, in pieces: at 50,000 entities it would be one string of 100 MB. */
export function* graphFile(graph: EntityGraph, communities: Communities, format: GraphFileFormat): Generator<string> {
  let piece = ''
  for (const line of format === 'graphml' ? graphmlLines(graph, communities) : graphJsonLines(graph, communities)) {
    piece += line
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
