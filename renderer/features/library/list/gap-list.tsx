import type { Gap } from '@shared/documents'
import { useTranslation } from 'react-i18next'
import { safeName } from '@renderer/ui/text/safe-name'
import { pageRanges } from './page-ranges'
import styles from './document-details.module.css'

/** What of a document could not be read. */
export function GapList({ gaps }: { readonly gaps: readonly Gap[] }) {
  const { t, i18n } = useTranslation('library')
  return (
    <div className={styles.gaps}>
      <p className={styles.gapsTitle}>{t('details.gaps')}</p>
      <ul>
        {gaps.map((gap, at) => {
          const pages = pageRanges(gap.pages ?? [])
          // The engine's own words say more, but only in English.
          const text = i18n.language === 'en' ? safeName(gap.detail) : t(`gap.${gap.kind}`)
          return (
            <li key={at} className="numeric" title={safeName(gap.detail)}>
              {text} {pages !== '' && <span className={styles.faint}>{t('details.pages', { pages })}</span>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
