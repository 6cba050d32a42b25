import { useTranslation } from 'react-i18next'
import { answerDownload, useDownloadQuestion } from '@renderer/state/models/model-downloads'
import { useModels } from '@renderer/state/models/models-store'
import { Button } from '@renderer/ui/controls/button'
import { Dialog } from '@renderer/ui/controls/dialog'
import styles from '../models.module.css'
import { useTexts } from '../use-texts'

/** Asks whether a download may reach its hosts; nothing was sent to them before that. */
export function DownloadDialog() {
  const { t } = useTranslation(['models', 'app'])
  const { size } = useTexts()
  const question = useDownloadQuestion((state) => state.question)
  const free = useModels(({ state }) => state?.machine.disk_free_bytes ?? null)
  if (!question) return null
  const { entry, hosts } = question
  const values = { name: entry.name, size: size(entry.bytes), free: free === null ? '' : size(free) }
  return (
    <Dialog open onClose={() => void answerDownload('no')} title={t('ask.title', values)}>
      <div className={styles.dialogText}>
        <p className="numeric">{t(free === null ? 'ask.size' : 'ask.sizeAndFree', values)}</p>
        <p>{t('ask.hosts', { count: hosts.length })}</p>
        <ul className={styles.hostList}>
          {hosts.map((host) => (
            <li key={host}>{host.startsWith('.') ? t('ask.below', { host: host.slice(1) }) : <code>{host}</code>}</li>
          ))}
        </ul>
        <p>{t('ask.nothingSent')}</p>
      </div>
      <div className={styles.dialogButtons}>
        <Button onClick={() => void answerDownload('no')}>{t('app:cancel')}</Button>
        <Button onClick={() => void answerDownload('always')}>{t('ask.always')}</Button>
        <Button look="primary" onClick={() => void answerDownload('once')}>
          {t('ask.once')}
        </Button>
      </div>
    </Dialog>
  )
}
