import { ChevronRight } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { openEntityNamed } from '@renderer/state/graph/graph-places'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './graph-path-line.module.css'

/** The names that led from the question to a passage; each leads into the graph. */
export function GraphPathLine({ names }: { readonly names: readonly string[] }) {
  const { t } = useTranslation('evidence')
  return (
    <p className={styles.line} role="group" aria-label={t('path.label')}>
      <span>{t('path.question')}</span>
      {names.map((name, at) => (
        <Fragment key={at}>
          <ChevronRight size={12} strokeWidth={1.75} aria-hidden />
          <button
            type="button"
            className={styles.name}
            title={t('path.open', { replace: { name: safeName(name) } })}
            onClick={() => void openEntityNamed(name)}
          >
            <bdi>{safeName(name)}</bdi>
          </button>
        </Fragment>
      ))}
    </p>
  )
}
