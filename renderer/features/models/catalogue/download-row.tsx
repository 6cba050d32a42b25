import { hostsNamed } from '@shared/models/model-hosts'
import type { Download } from '@shared/models/models'
import { useTranslation } from 'react-i18next'
import { cancelDownload, pauseDownload, startDownload } from '@renderer/state/models/model-downloads'
import { useModels } from '@renderer/state/models/models-store'
import { Button } from '@renderer/ui/controls/button'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import { FactsLine } from '../facts-line'
import { downloadKey, leftText, secondsLeft } from './download-facts'
import styles from '../models.module.css'
import { useTexts } from '../use-texts'

/** A download: how far it is, and what can be done with it. */
export function DownloadRow({ download }: { readonly download: Download }) {
  const { t } = useTranslation('models')
  const { size } = useTexts()
  const { id, entry_id, state, done, total, error } = download
  const entry = useModels((models) => models.catalogue?.find((item) => item.entry.id === entry_id)?.entry)
  const name = entry?.name ?? entry_id
  const left = secondsLeft(download)
  const facts = [
    t(`download.${downloadKey(download)}`, { done: size(done), total: size(total) }),
    ...(state === 'running' ? [t('download.speed', { size: size(download.bytes_per_second) })] : []),
    ...(left === null ? [] : [t('download.left', { time: leftText(left) })]),
  ]
  const goOn = () => {
    if (entry) void startDownload(entry, error?.code === 'NETWORK_DENIED' ? hostsNamed(error.action) : [])
  }
  const isOver = state === 'done'
  // The code's own words are of documents.
  const tooLarge = { message: t('download.tooLarge'), action: t('download.tooLargeAction') }
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        <div className={styles.what}>
          <p className={styles.itemName}>
            <bdi>{name}</bdi>
          </p>
          <FactsLine facts={facts} />
        </div>
        <div className={styles.buttons}>
          {state === 'running' && (
            <Button size="small" look="quiet" onClick={() => void pauseDownload(id)}>
              {t('pause')}
            </Button>
          )}
          {state === 'paused' && (
            <Button size="small" look="quiet" disabled={!entry} onClick={goOn}>
              {t('resume')}
            </Button>
          )}
          {!isOver && (
            <Button size="small" look="quiet" onClick={() => void cancelDownload(id)}>
              {t('download.cancel')}
            </Button>
          )}
        </div>
      </div>
      {!isOver && <ProgressBar done={done} total={total} label={t('download.label', { name })} />}
      {error && (
        <ErrorNote
          error={error}
          title={t('download.failed')}
          inWords={error.code === 'FILE_TOO_LARGE' ? tooLarge : undefined}
          nothingLost
          onRetry={entry ? goOn : undefined}
        />
      )}
    </li>
  )
}
