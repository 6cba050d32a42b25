import { useTranslation } from 'react-i18next'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { LateSkeleton } from '@renderer/ui/feedback/waiting'
import { withoutOverrides } from '@renderer/ui/text/safe-name'
import { PagePreview } from './page-preview'
import styles from './export-preview.module.css'
import type { Preview } from './use-preview'

interface ExportPreviewProps {
  /** Null while it is on its way. */
  readonly shown: Preview | null
  /** Nothing is chosen, so there is nothing to show. */
  readonly nothing: boolean
  readonly onRetry: () => void
}

/** How the file begins; of a bundle, what is in it. */
export function ExportPreview({ shown, nothing, onRetry }: ExportPreviewProps) {
  const { t } = useTranslation('exchange')
  const preview = shown?.preview
  return (
    <section className={styles.pane} aria-label={t('preview.title')} aria-busy={!nothing && shown === null}>
      <div className={styles.head}>
        <p className={styles.label}>
          {!nothing && shown?.input.format === 'bundle' ? t('preview.files') : t('preview.title')}
        </p>
        {preview && <bdi className={styles.name}>{preview.name}</bdi>}
      </div>
      {nothing ? (
        <p className={styles.note}>{t('preview.nothing')}</p>
      ) : shown === null ? (
        <LateSkeleton lines={7} label={t('preview.loading')} />
      ) : shown.error ? (
        <ErrorNote title={t('preview.failed')} error={shown.error} onRetry={onRetry} />
      ) : (
        <>
          {isPage(preview?.text ?? '') ? (
            <PagePreview html={preview?.text ?? ''} />
          ) : (
            // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
            <pre tabIndex={0} dir="auto" className={styles.text}>
              {withoutOverrides(preview?.text ?? '')}
            </pre>
          )}
          {preview?.truncated === true && <p className={styles.note}>{t('preview.truncated')}</p>}
        </>
      )}
    </section>
  )
}

function isPage(text: string): boolean {
  return /^<!doctype html/iu.test(text)
}
