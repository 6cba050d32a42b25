import type { CommunityCard } from '@shared/graph'
import { useTranslation } from 'react-i18next'
import { safeName } from '@renderer/ui/text/safe-name'
import { call } from '@renderer/state/connection'
import { useGraph } from '@renderer/state/graph/graph-store'
import { chooseGraph } from '@renderer/state/graph/graph-choices'
import { useFetched } from '@renderer/ui/feedback/use-fetched'
import { CardHead, CardPart, CardWithoutContent, ListPart } from '../card-parts'
import styles from '../card.module.css'
import { CommunityRow, EntityRow } from '../entity-row'
import { PassageRow } from '../passage-row'
import { ShortList } from '../short-list'
import { useDescription } from './use-description'

interface CommunityContentProps {
  readonly card: CommunityCard
  /** The model that is describing the community now; null where no model is. */
  readonly writer: string | null
  /** Whether somebody was said to be writing about it and is no more. */
  readonly isOver: boolean
  readonly onPoint: (id: string | null) => void
}

/** A community's title and summary, by its documents or by a model, its entities and its parts. */
export function CommunityContent({ card, writer, isOver, onPoint }: CommunityContentProps) {
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
        {/* On a line that is there anyway, so that nothing moves. */}
        <p className={styles.facts}>
          <span>{t('members', { count: size })}</span>
          <span className={styles.hint} role="status">
            {writer !== null && t('community.writing', { replace: { model: safeName(writer) } })}
            {/* Whoever sees the card sees it. */}
            {isOver && <span className={styles.unseen}>{summary.by === null ? t('community.unwritten') : by}</span>}
          </span>
        </p>
      </header>
      <div className={styles.body}>
        {summary.text !== '' && <Summary summary={summary} by={by} />}
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
                onPoint={onPoint}
              />
            )}
          />
        </CardPart>
        {/* The finer communities that this one falls into. */}
        <ListPart
          items={children}
          first={8}
          label={t('community.parts')}
          row={(part) => <CommunityRow key={part.id} community={part} />}
        />
      </div>
    </>
  )
}

interface SummaryProps {
  readonly summary: CommunityCard['summary']
  /** Who wrote the summary, in words. */
  readonly by: string
}

/** A model's summary with the passages it rests on; without a model, the passages alone. */
function Summary({ summary, by }: SummaryProps) {
  return (
    <CardPart title={by}>
      {/* What the documents say are the passages below, each with its source. */}
      {summary.by !== null && (
        <p className={styles.summary} dir="auto">
          {safeName(summary.text.replace(/\s+/gu, ' '))}
        </p>
      )}
      <ShortList
        items={summary.passages}
        first={summary.by === null ? 4 : 2}
        label={by}
        row={(passage, at) => <PassageRow key={`${passage.chunk_id} ${at}`} passage={passage} />}
      />
    </CardPart>
  )
}

interface CommunityCardViewProps {
  readonly id: string
  readonly onPoint: (id: string | null) => void
}

/** A group of entities: what it is about, who belongs to it, and the passages that say so. */
export function CommunityCardView({ id, onPoint }: CommunityCardViewProps) {
  const { t } = useTranslation('graph')
  const version = useGraph((state) => state.state?.version ?? 0)
  const { value, error, again } = useFetched(id, () => call((client) => client.graph.community({ id })), { version })
  const { card, writer, isOver } = useDescription(value)
  return (
    <article className={styles.card} aria-label={t('community.label')}>
      <CardHead label={t('community.label')} onBack={() => chooseGraph({ community: null })} />
      {card ? (
        <CommunityContent key={card.id} card={card} writer={writer} isOver={isOver} onPoint={onPoint} />
      ) : (
        <CardWithoutContent error={error} again={again} gone={t('community.gone')} />
      )}
    </article>
  )
}
