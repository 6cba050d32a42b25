import type { EntityCard } from '@shared/graph'
import { useTranslation } from 'react-i18next'
import type { TextKeyBelow } from '@renderer/locales/text-key'
import { decide } from '@renderer/state/graph/decide-names'
import { Button } from '@renderer/ui/controls/button'
import { safeName } from '@renderer/ui/text/safe-name'
import { CardPart } from '../card-parts'
import styles from '../card.module.css'

/** Why the names of an entity are taken for one, and the way to take them apart again. */
export function MergeReasons({ card }: { readonly card: Pick<EntityCard, 'merges'> }) {
  const { t, i18n } = useTranslation('graph')
  if (card.merges.length === 0) return null
  const isKnown = (reason: string): reason is TextKeyBelow<'graph', 'reasons'> => i18n.exists(`graph:reasons.${reason}`)
  return (
    <CardPart title={t('card.merges')}>
      <ul>
        {card.merges.map(({ id, names, reason, score }) => {
          const joined = names.map(safeName).join(' = ')
          const why = isKnown(reason)
            ? t(`reasons.${reason}`)
            : t('reasons.other', { replace: { name: safeName(reason) } })
          return (
            <li key={id} className={styles.merge}>
              <div>
                <bdi className={styles.names}>{joined}</bdi>
                <p className={styles.why}>{t('card.merged', { replace: { reason: why, score: score.toFixed(2) } })}</p>
              </div>
              <Button
                size="small"
                onClick={() => void decide({ kind: 'undo', entry: id }, 'graph:split.apart', { names: joined })}
              >
                {t('card.split')}
              </Button>
            </li>
          )
        })}
      </ul>
    </CardPart>
  )
}
