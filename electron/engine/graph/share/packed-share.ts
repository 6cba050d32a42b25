import type { GraphShare, Mention, MentionRow, RelationRow } from './graph-share'

/** A share as it is kept in memory: rows are numbers side by side, which take a fifth of what lists of lists do. */
export interface PackedShare {
  /** Without its mentions and relations. */
  readonly share: GraphShare
  readonly mentions: Int32Array
  readonly relations: Int32Array
}

const mentionWidth = 4
const relationWidth = 6

/** `known` gives a name that is kept elsewhere in place of an equal one. */
export function packShare(share: GraphShare, known: (name: Mention) => Mention): PackedShare {
  const { facts } = share
  return {
    share: { ...share, facts: { ...facts, names: facts.names.map(known), mentions: [], relations: [] } },
    mentions: Int32Array.from(facts.mentions.flat()),
    relations: Int32Array.from(facts.relations.flat()),
  }
}

export function unpackShare({ share, mentions, relations }: PackedShare): GraphShare {
  const cell = (numbers: Int32Array, place: number) => numbers[place] ?? 0
  const mentionAt = (row: number): MentionRow => {
    const from = row * mentionWidth
    return [cell(mentions, from), cell(mentions, from + 1), cell(mentions, from + 2), cell(mentions, from + 3)]
  }
  const relationAt = (row: number): RelationRow => {
    const from = row * relationWidth
    const [source, kind, target] = [cell(relations, from), cell(relations, from + 1), cell(relations, from + 2)]
    return [source, kind, target, cell(relations, from + 3), cell(relations, from + 4), cell(relations, from + 5)]
  }
  const facts = {
    ...share.facts,
    mentions: Array.from({ length: mentions.length / mentionWidth }, (_, row) => mentionAt(row)),
    relations: Array.from({ length: relations.length / relationWidth }, (_, row) => relationAt(row)),
  }
  return { ...share, facts }
}
