import type { EntityHead, GraphPath } from '@shared/graph'
import { Unlink } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseGraph } from '@renderer/state/graph/graph-choices'
import { endPathAt, selectEntity } from '@renderer/state/graph/graph-places'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { safeName } from '@renderer/ui/text/safe-name'
import { LateSkeleton } from '@renderer/ui/feedback/waiting'
import { SearchBox } from '../controls/search-box'
import type { Fetched } from '@renderer/ui/feedback/use-fetched'
import { CardHead } from './card-parts'
import styles from './card.module.css'
import { EntityRow } from './entity-row'
import { PassageRow } from './passage-row'
import rows from './rows.module.css'

interface PathViewProps {
  readonly ends: { readonly from: EntityHead; readonly to: EntityHead | null }
  readonly path: Pick<Fetched<GraphPath>, 'value' | 'error' | 'again'>
  readonly onPoint: (id: string | null) => void
}

/** The shortest way between two entities, step by step; first the choice of its other end. */
export function PathView({ ends: { from, to }, path, onPoint }: PathViewProps) {
  const { t } = useTranslation('graph')
  const [text, setText] = useState('')
  const names = { from: safeName(from.name), to: safeName(to?.name ?? '') }
  return (
    <article className={styles.card} aria-label={t('path.label')}>
      <CardHead label={t('path.label')} onBack={() => chooseGraph({ path: null })} />
      {to === null ? (
        <div className={styles.head}>
          <p>{t('path.pick', { replace: { name: names.from } })}</p>
          <SearchBox
            text={text}
            onText={setText}
            onChoose={endPathAt}
            label={t('path.search')}
            without={[from.id]}
            focusAtOnce
          />
        </div>
      ) : (
        <>
          <header className={styles.head}>
            <h2 className={styles.title}>{t('path.title', { replace: names })}</h2>
            {path.value && path.value.edges.length > 0 && (
              <p className={styles.facts}>{t('path.steps', { count: path.value.edges.length })}</p>
            )}
          </header>
          <div className={styles.body}>
            <Steps path={path} onPoint={onPoint} />
          </div>
        </>
      )}
    </article>
  )
}

function Steps({ path: { value, error, again }, onPoint }: Pick<PathViewProps, 'path' | 'onPoint'>) {
  const { t } = useTranslation('graph')
  if (error) return <ErrorNote error={error} onRetry={again} />
  if (!value) {
    return <LateSkeleton lines={4} label={t('path.looking')} />
  }
  if (value.nodes.length === 0) return <EmptyState icon={Unlink} title={t('path.none')} />
  return (
    <ol aria-label={t('path.label')}>
      {value.nodes.map((node, at) => {
        const edge = value.edges[at]
        const leave = () => {
          chooseGraph({ path: null })
          selectEntity(node)
        }
        return (
          <li key={node.id}>
            <ul>
              <EntityRow entity={node} onPress={leave} onPoint={onPoint} />
            </ul>
            {edge && (
              <div className={styles.step}>
                <p className={styles.relation}>{t(`relations.${edge.relation}.${edge.forward ? 'out' : 'in'}`)}</p>
                <ul className={rows.rows}>
                  {edge.passages.slice(0, 2).map((passage) => (
                    <PassageRow key={passage.chunk_id} passage={passage} />
                  ))}
                </ul>
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
}
