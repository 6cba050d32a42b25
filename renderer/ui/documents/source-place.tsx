import { useTranslation } from 'react-i18next'
import { placeToSay } from '@shared/session/page-unit'
import { safeName } from '../text/safe-name'
import styles from './source-place.module.css'

interface SourcePlaceProps {
  readonly heading_path: readonly string[]
  /** Counts from 1; null where the format has no pages. */
  readonly page: number | null
  /** How sure OCR was of the page; absent where it was not read by OCR. */
  readonly ocr?: number | undefined
  /** Of the document: its pages may be slides. */
  readonly format: string
}

/** Where in a document a passage stands: its headings and its page, and that OCR has read it. Nothing where none of it is known. */
export function SourcePlace({ format, ocr, ...place }: SourcePlaceProps) {
  const { t } = useTranslation('app')
  const { heading_path: headingPath, page, unit } = placeToSay(place, format)
  if (headingPath.length === 0 && page === null && ocr === undefined) return null
  const names = headingPath.map(safeName)
  const path = names.join(' › ')
  return (
    <p className={styles.place}>
      {path !== '' && (
        <bdi className={styles.path} title={path}>
          {names.length > 1 && <span className={styles.above}>{`${names.slice(0, -1).join(' › ')} › `}</span>}
          <span className={styles.own}>{names.at(-1)}</span>
        </bdi>
      )}
      {page !== null && <span className={styles.page}>{t(unit, { page })}</span>}
      {ocr !== undefined && <span className={styles.page}>{t('readByOcr', { share: Math.round(ocr * 100) })}</span>}
    </p>
  )
}
