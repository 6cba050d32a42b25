import type { ExtractionState } from '@shared/graph'
import { useTranslation } from 'react-i18next'
import { pauseReading, resumeReading } from '@renderer/state/graph/graph-store'
import { Button } from '@renderer/ui/controls/button'
import { safeName } from '@renderer/ui/text/safe-name'
import { useErrorText } from '@renderer/ui/text/use-error-text'
import styles from './graph-panel.module.css'

/** How far a language model has come with the documents; nothing where none reads them. */
export function ModelReading({ reading }: { readonly reading: ExtractionState | undefined }) {
  const { t } = useTranslation('graph')
  const errorText = useErrorText()
  if (!reading?.model || reading.state === 'off') return null
  const { state, model, done, total, error } = reading
  const isRunning = state === 'running'
  return (
    <div className={styles.reading}>
      <p className="numeric">
        {t('modelReading.progress', { name: safeName(model.name), done, total })}
        {error && ` · ${safeName(errorText(error).message)}`}
      </p>
      {state !== 'done' && (
        <Button size="small" look="quiet" onClick={() => void (isRunning ? pauseReading() : resumeReading())}>
          {isRunning ? t('modelReading.pause') : t('modelReading.resume')}
        </Button>
      )}
    </div>
  )
}
