import type { EntityCard } from '@shared/graph'
import { useTranslation } from 'react-i18next'
import { safeName } from '@renderer/ui/text/safe-name'
import { TypeDot } from '../../controls/colour-key'
import styles from '../card.module.css'

const mostAliases = 12

/** What an entity is: its type, how often it is named, and its other names. */
export function EntityFacts({
  card,
}: {
  readonly card: Pick<EntityCard, 'type' | 'mentions' | 'documents' | 'aliases'>
}) {
  const { t, i18n } = useTranslation('graph')
  const { type, mentions, documents, aliases } = card
  const names = aliases.slice(0, mostAliases).map(safeName)
  const list = new Intl.ListFormat(i18n.language, { type: 'unit', style: 'short' }).format(names)
  return (
    <>
      <p className={styles.facts}>
        <span className={styles.type}>
          <TypeDot type={type} />
          {t(`types.${type ?? 'unknown'}`)}
        </span>
        <span className="numeric">{t('card.mentions', { count: mentions })}</span>
        <span className="numeric">{t('card.documents', { count: documents })}</span>
      </p>
      {names.length > 0 && (
        <p className={styles.aliases}>
          {t('card.aliases')}: <bdi>{list}</bdi>
          {aliases.length > mostAliases && ' …'}
        </p>
      )}
    </>
  )
}
