import type { EntityCard } from '@shared/graph'
import { CircleOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useGraph } from '@renderer/state/graph/graph-store'
import { readEntity } from '@renderer/state/graph/graph-lookups'
import { focusOn, selectEntity } from '@renderer/state/graph/graph-places'
import { openDocument } from '@renderer/state/window/view'
import { Button } from '@renderer/ui/controls/button'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { FileName } from '@renderer/ui/documents/file-name'
import { safeName } from '@renderer/ui/text/safe-name'
import { Late, Skeleton } from '@renderer/ui/feedback/waiting'
import { useFetched } from '../../use-fetched'
import { CardHead, CardPart } from '../card-parts'
import styles from '../card.module.css'
import { EntityActs, EntityCorrections } from './entity-actions'
import { EntityFacts } from './entity-facts'
import { CommunityRow, EntityRow } from '../entity-row'
import { MergeReasons } from './merge-reasons'
import { PassageRow } from '../passage-row'
import rows from '../rows.module.css'
import { ShortList } from '../short-list'
import { StatementList } from './statement-list'

interface EntityCardViewProps {
  readonly id: string
  readonly onPoint: (id: string | null) => void
}

/** Everything that is known of an entity, each thing with the passages that say it. */
export function EntityCardView({ id, onPoint }: EntityCardViewProps) {
  const { t } = useTranslation(['graph', 'app'])
  const version = useGraph((state) => state.state?.version ?? 0)
  const { value: card, error, again } = useFetched(id, version, () => readEntity(id))
  return (
    <article className={styles.card} aria-label={t('card.label')}>
      <CardHead label={t('card.label')} onBack={() => selectEntity(null)}>
        {card && <EntityCorrections card={card} />}
      </CardHead>
      {card ? (
        <Content key={card.id} card={card} onPoint={onPoint} />
      ) : error?.code === 'NOT_FOUND' ? (
        <EmptyState icon={CircleOff} title={t('card.gone')} text={t('card.goneText')} />
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

function Content({ card, onPoint }: { readonly card: EntityCard; readonly onPoint: (id: string | null) => void }) {
  const { t } = useTranslation('graph')
  const drawn = useGraph(({ picture }) => picture?.nodes.ids.includes(card.id) ?? true)
  return (
    <>
      <header className={styles.head}>
        <h2 className={styles.title}>
          <bdi>{safeName(card.name)}</bdi>
        </h2>
        <EntityFacts card={card} />
        <EntityActs card={card} />
        {!drawn && (
          <p className={styles.outside}>
            {t('card.outside')}
            <Button size="small" onClick={() => focusOn(card.id)}>
              {t('card.drawAround')}
            </Button>
          </p>
        )}
      </header>
      <div className={styles.body}>
        {card.statements.length > 0 && (
          <CardPart title={t('card.statements')}>
            <StatementList statements={card.statements} onPoint={onPoint} />
          </CardPart>
        )}
        {card.related.length > 0 && (
          <CardPart title={t('card.related')}>
            <ShortList
              items={card.related}
              first={6}
              label={t('card.related')}
              row={(other) => (
                <EntityRow
                  key={other.id}
                  entity={other}
                  onPress={() => selectEntity(other)}
                  onPoint={(on) => onPoint(on ? other.id : null)}
                />
              )}
            />
          </CardPart>
        )}
        <Sources card={card} />
        <MergeReasons card={card} />
      </div>
    </>
  )
}

/** Where an entity is named: passages, documents and communities. */
function Sources({ card: { passages, found_in: documents, communities } }: { readonly card: EntityCard }) {
  const { t } = useTranslation('graph')
  return (
    <>
      {passages.length > 0 && (
        <CardPart title={t('card.passages')}>
          <ShortList
            items={passages}
            first={3}
            label={t('card.passages')}
            row={(passage, at) => <PassageRow key={`${passage.chunk_id} ${at}`} passage={passage} />}
          />
        </CardPart>
      )}
      {documents.length > 0 && (
        <CardPart title={t('card.found')}>
          <ShortList
            items={documents}
            first={5}
            label={t('card.found')}
            row={(found) => <DocumentRow key={found.document_id} found={found} />}
          />
        </CardPart>
      )}
      {communities.length > 0 && (
        <CardPart title={t('card.communities')}>
          <ShortList
            items={communities}
            first={5}
            label={t('card.communities')}
            row={(community) => <CommunityRow key={community.id} community={community} />}
          />
        </CardPart>
      )}
    </>
  )
}

function DocumentRow({ found }: { readonly found: EntityCard['found_in'][number] }) {
  const { t } = useTranslation('graph')
  return (
    <li>
      <button
        type="button"
        data-row
        className={rows.row}
        onClick={(event) => openDocument({ id: found.document_id, range: null }, event.detail === 0)}
      >
        <FileName name={found.title} className={rows.name} />
        <span className={rows.figure}>{t('card.times', { count: found.mentions })}</span>
      </button>
    </li>
  )
}
