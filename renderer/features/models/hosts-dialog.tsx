import { useTranslation } from 'react-i18next'
import { useModels } from '@renderer/state/models/models-store'
import { Button } from '@renderer/ui/controls/button'
import { Dialog } from '@renderer/ui/controls/dialog'
import styles from './models.module.css'
import { useTexts } from './use-texts'

interface HostsDialogProps {
  /** What would be downloaded, and how much of it. */
  readonly name: string
  readonly bytes: number
  readonly hosts: readonly string[]
  readonly onAnswer: (answer: 'no' | 'once' | 'always') => void
}

/** Asks whether a download may reach its hosts; nothing was sent to them before that. */
export function HostsDialog({ name, bytes, hosts, onAnswer }: HostsDialogProps) {
  const { t } = useTranslation(['models', 'app'])
  const { size } = useTexts()
  const free = useModels(({ state }) => state?.machine.disk_free_bytes ?? null)
  const values = { name, size: size(bytes), free: free === null ? '' : size(free) }
  return (
    <Dialog onClose={() => onAnswer('no')} title={t('ask.title', values)}>
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
        <Button onClick={() => onAnswer('no')}>{t('app:cancel')}</Button>
        <Button onClick={() => onAnswer('always')}>{t('ask.always')}</Button>
        <Button look="primary" onClick={() => onAnswer('once')}>
          {t('ask.once')}
        </Button>
      </div>
    </Dialog>
  )
}
