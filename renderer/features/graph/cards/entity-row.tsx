import type { EntityCard, EntityHead } from '@shared/graph'
import { useTranslation } from 'react-i18next'
import { openCommunity, selectEntity } from '@renderer/state/graph/graph-places'
import { safeName } from '@renderer/ui/text/safe-name'
import { EntityDot } from '../controls/colour-key'
import styles from './rows.module.css'

interface EntityRowProps {
  readonly entity: Pick<EntityHead, 'id' | 'name' | 'type'>
  /** A figure at the end, in words. */
  readonly figure?: string | undefined
  /** Opens the entity's card where absent. */
  readonly onPress?: () => void
  /** Hears the entity's id while the pointer or the focus is on it, and null afterwards. */
  readonly onPoint: (id: string | null) => void
}

/** An entity in a list. */
export function EntityRow({ entity, figure, onPress = () => selectEntity(entity), onPoint }: EntityRowProps) {
  const { t } = useTranslation('graph')
  const name = safeName(entity.name)
  const type = t(`types.${entity.type ?? 'unknown'}`)
  return (
    <li>
      <button
        type="button"
        data-row
        className={styles.row}
        title={`${name} (${type})`}
        onClick={onPress}
        // Not on entering: a list that changes under a resting pointer points at nothing.
        onPointerMove={() => onPoint(entity.id)}
        onPointerLeave={() => onPoint(null)}
        onFocus={() => onPoint(entity.id)}
        onBlur={() => onPoint(null)}
      >
        <EntityDot entity={entity} />
        <bdi className={styles.name}>{name}</bdi>
        <span className="unseen">{type}</span>
        {figure !== undefined && <span className={styles.figure}>{figure}</span>}
      </button>
    </li>
  )
}

interface CommunityRowProps {
  readonly community: EntityCard['communities'][number]
}

/** A community in a list, with how many entities belong to it; pressing it opens its card. */
export function CommunityRow({ community: { id, title, size } }: CommunityRowProps) {
  const { t } = useTranslation('graph')
  return (
    <li>
      <button type="button" data-row className={styles.row} onClick={() => openCommunity(id)}>
        <bdi className={styles.name}>{safeName(title)}</bdi>
        <span className={styles.figure}>{t('members', { count: size })}</span>
      </button>
    </li>
  )
}
