import type { RelationKind, Statement } from '@shared/graph'

export interface StatementGroup {
  readonly relation: RelationKind
  readonly outgoing: boolean
  readonly statements: readonly Statement[]
}

/** Statements by what they say and in which direction; the group with the most passages first, and so within each. */
export function groupStatements(statements: readonly Statement[]): StatementGroup[] {
  const groups = new Map<string, Statement[]>()
  for (const statement of statements) {
    const key = `${statement.relation} ${statement.outgoing}`
    const group = groups.get(key)
    if (group) group.push(statement)
    else groups.set(key, [statement])
  }
  const weightOf = (group: readonly Statement[]) => group.reduce((sum, { weight }) => sum + weight, 0)
  return [...groups.values()]
    .toSorted((a, b) => weightOf(b) - weightOf(a))
    .flatMap((group) => {
      const [first] = group
      if (!first) return []
      const sorted = group.toSorted((a, b) => b.weight - a.weight)
      return [{ relation: first.relation, outgoing: first.outgoing, statements: sorted }]
    })
}
