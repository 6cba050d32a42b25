import type { ModelsState } from '@shared/models/models'
import { useTranslation } from 'react-i18next'
import { modelName } from '@renderer/state/models/model-options'
import { pauseEmbedding } from '@renderer/state/models/models-store'
import { Button } from '@renderer/ui/controls/button'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from '../models.module.css'
import { useTexts } from '../use-texts'

/** How far the next embedder's vectors are; nothing where none are being made. */
export function EmbeddingNote({ state }: { readonly state: ModelsState }) {
  const { t } = useTranslation('models')
  const { number } = useTexts()
  const { next, usable } = state.embedding
  if (!next) return null
  const name = safeName(modelName(state, next.id))
  const progress = { done: number(next.done), total: number(next.total) }
  const isRunning = next.state === 'running'
  return (
    <div className={styles.runtime}>
      <div className={styles.line}>
        <p className={styles.text} role="status">
          <span className="numeric">{t(`embedding.${next.state}`, { ...progress, model: name })}</span>{' '}
          {t(usable ? 'embedding.meanwhile' : 'embedding.meanwhileWords')}
        </p>
        {next.state !== 'failed' && (
          <Button size="small" look="quiet" onClick={() => void pauseEmbedding(isRunning)}>
            {t(isRunning ? 'pause' : 'resume')}
          </Button>
        )}
      </div>
      <ProgressBar done={next.done} total={next.total} label={t('embedding.label')} />
      {next.error && <ErrorNote error={next.error} nothingLost onRetry={() => void pauseEmbedding(false)} />}
    </div>
  )
}
