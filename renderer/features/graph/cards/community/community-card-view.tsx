import { CircleOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useGraph } from '@renderer/state/graph/graph-store'
import { chooseGraph } from '@renderer/state/graph/graph-choices'
import { readCommunity } from '@renderer/state/graph/graph-lookups'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { Late, Skeleton } from '@renderer/ui/feedback/waiting'
import { useFetched } from '../../use-fetched'
import { CardHead } from '../card-parts'
import styles from '../card.module.css'
import { CommunityContent } from './community-content'
import { useDescription } from './use-description'

interface CommunityCardViewProps {
  readonly id: string
  readonly onPoint: (id: string | null) => void
}

/** A group of entities: what it is about, who belongs to it, and the passages that say so. */
export function CommunityCardView({ id, onPoint }: CommunityCardViewProps) {
  const { t } = useTranslation(['graph', 'app'])
  const version = useGraph((state) => state.state?.version ?? 0)
  const { value, error, again } = useFetched(id, version, () => readCommunity(id))
  const { card, writer, isOver } = useDescription(value)
  return (
    <article className={styles.card} aria-label={t('community.label')}>
      <CardHead label={t('community.label')} onBack={() => chooseGraph({ community: null })} />
      {card ? (
        <CommunityContent key={card.id} card={card} writer={writer} isOver={isOver} onPoint={onPoint} />
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
