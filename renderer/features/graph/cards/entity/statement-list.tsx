import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Statement } from '@shared/graph'
import styles from '../card.module.css'
import { EntityRow } from '../entity-row'
import { PassageRow } from '../passage-row'
import rows from '../rows.module.css'
import { ShortList } from '../short-list'

interface StatementListProps {
  readonly statements: readonly Statement[]
  readonly onPoint: (id: string | null) => void
}

/** The statements about an entity by relation, each with a passage that makes it. */
export function StatementList({ statements, onPoint }: StatementListProps) {
  const { t } = useTranslation('graph')
  const groups = useMemo(() => groupStatements(statements), [statements])
  return groups.map((group) => {
    const relation = t(`relations.${group.relation}.${group.outgoing ? 'out' : 'in'}`)
    return (
      <div key={`${group.relation} ${group.outgoing}`}>
        <h4 className={styles.relation}>{relation}</h4>
        <ShortList
          items={group.statements}
          first={3}
          label={relation}
          row={({ other, weight, passages }) => (
            <li key={other.id}>
              <ul>
                <EntityRow
                  entity={other}
                  figure={weight > 1 ? t('card.times', { count: Math.round(weight) }) : undefined}
                  onPoint={onPoint}
                />
              </ul>
              <ul className={`${rows.rows ?? ''} ${styles.said ?? ''}`}>
                {passages.slice(0, 1).map((passage) => (
                  <PassageRow key={passage.chunk_id} passage={passage} />
                ))}
              </ul>
            </li>
          )}
        />
      </div>
    )
  })
}

/** Statements by what they say and in which direction; the group with the most passages first, and so within each. */
function groupStatements(statements: readonly Statement[]) {
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
