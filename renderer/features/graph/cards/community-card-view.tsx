import type { CommunityCard } from '@shared/graph'
import { CircleOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useGraph } from '../../../state/graph'
import { chooseGraph } from '../../../state/graph-choices'
import { readCommunity } from '../../../state/graph-lookups'
import { openCommunity, selectEntity } from '../../../state/graph-places'
import { EmptyState } from '../../../ui/empty-state'
import { ErrorNote } from '../../../ui/error-note'
import { Late } from '../../../ui/late'
import { safeName } from '../../../ui/safe-name'
import { Skeleton } from '../../../ui/skeleton'
import { useFetched } from '../use-fetched'
import { CardHead } from './card-head'
import { CardPart } from './card-part'
import styles from './card.module.css'
import { EntityRow } from './entity-row'
import { PassageRow } from './passage-row'
import rows from './rows.module.css'
import { ShortList } from './short-list'

interface CommunityCardViewProps {
  readonly id: string
  readonly onPoint: (id: string | null) => void
}

/** A group of entities: what it is about, who belongs to it, and the passages that say so. */
export function CommunityCardView({ id, onPoint }: CommunityCardViewProps) {
  const { t } = useTranslation('graph')
  const version = useGraph((state) => state.state?.version ?? 0)
  const { value: card, error, again } = useFetched(id, version, () => readCommunity(id))
  return (
    <article className={styles.card} aria-label={t('community.label')}>
      <CardHead label={t('community.label')} onBack={() => chooseGraph({ community: null })} />
      {card ? (
        <Content key={card.id} card={card} onPoint={onPoint} />
      ) : error?.code === 'NOT_FOUND' ? (
        <EmptyState icon={CircleOff} title={t('community.gone')} />
      ) : error ? (
        <ErrorNote error={error} onRetry={again} />
      ) : (
        <Late>
          <Skeleton lines={6} label={t('app:loading')} />
        </Late>
      )}
    </article>
  )
}

function Content({ card, onPoint }: { readonly card: CommunityCard; readonly onPoint: (id: string | null) => void }) {
  const { t } = useTranslation('graph')
  const { title, size, summary, entities, children } = card
  const by =
    summary.by === null ? t('community.summary') : t('community.by', { replace: { model: safeName(summary.by) } })
  return (
    <>
      <header className={styles.head}>
        <h2 className={styles.title}>
          <bdi>{safeName(title)}</bdi>
        </h2>
        <p className={styles.facts}>{t('members', { count: size })}</p>
      </header>
      <div className={styles.body}>
        {summary.text !== '' && (
          <CardPart title={by}>
            <p className={styles.summary} dir="auto">
              {safeName(summary.text.replace(/\s+/gu, ' '))}
            </p>
            <ShortList
              items={summary.passages}
              first={2}
              label={by}
              row={(passage, at) => <PassageRow key={`${passage.chunk_id} ${at}`} passage={passage} />}
            />
          </CardPart>
        )}
        <CardPart title={t('community.entities')}>
          <ShortList
            items={entities}
            first={15}
            label={t('community.entities')}
            row={(entity) => (
              <EntityRow
                key={entity.id}
                entity={entity}
                figure={t('card.times', { count: entity.mentions })}
                onPress={() => selectEntity(entity)}
                onPoint={(on) => onPoint(on ? entity.id : null)}
              />
            )}
          />
        </CardPart>
        {children.length > 0 && (
          <CardPart title={t('community.parts')}>
            <ShortList
              items={children}
              first={8}
              label={t('community.parts')}
              row={(part) => (
                <li key={part.id}>
                  <button type="button" data-row className={rows.row} onClick={() => openCommunity(part.id)}>
                    <bdi className={rows.name}>{safeName(part.title)}</bdi>
                    <span className={rows.figure}>{t('members', { count: part.size })}</span>
                  </button>
                </li>
              )}
            />
          </CardPart>
        )}
      </div>
    </>
  )
}
