import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PackageX } from 'lucide-react'
import { useConnection } from '@renderer/state/connection'
import { readCatalogue, readNetworkLog, useModels } from '@renderer/state/models/models-store'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { SectionedPage } from '@renderer/ui/sectioned-page'
import { answerDownload, useDownloadQuestion } from '@renderer/state/models/model-downloads'
import { Button } from '@renderer/ui/controls/button'
import { Dialog } from '@renderer/ui/controls/dialog'
import { AdvancedSection } from './advanced-section'
import { CatalogueSection } from './catalogue/catalogue-section'
import { InUseSection } from './choices/in-use-section'
import { InstalledSection } from './installed/installed-section'
import { NetworkSection } from './servers/network-section'
import { ServersSection } from './servers/servers-section'
import styles from './models.module.css'
import { useTexts } from './use-texts'

const sections = [
  { id: 'use', content: <InUseSection /> },
  { id: 'installed', content: <InstalledSection /> },
  { id: 'catalogue', content: <CatalogueSection /> },
  { id: 'servers', content: <ServersSection /> },
  { id: 'network', content: <NetworkSection /> },
  { id: 'advanced', content: <AdvancedSection /> },
] as const

/** The models: what does each job, what is here, and what could be. */
export function ModelsView() {
  const { t } = useTranslation('models')
  const open = useConnection((state) => state.status === 'open')
  const known = useModels((state) => state.state !== null)
  useEffect(() => {
    if (!open || !known) return
    void readCatalogue()
    void readNetworkLog()
  }, [open, known])
  if (!known) return <EmptyState icon={PackageX} title={t('none.title')} text={t('none.text')} />
  return (
    <>
      <SectionedPage
        wide
        name="models"
        label={t('sections')}
        sections={sections.map(({ id, content }) => ({ id, title: t(`${id}.title`), content }))}
      />
      <DownloadDialog />
    </>
  )
}

/** Asks whether a download may reach its hosts; nothing was sent to them before that. */
function DownloadDialog() {
  const { t } = useTranslation(['models', 'app'])
  const { size } = useTexts()
  const question = useDownloadQuestion((state) => state.question)
  const free = useModels(({ state }) => state?.machine.disk_free_bytes ?? null)
  if (!question) return null
  const { entry, hosts } = question
  const values = { name: entry.name, size: size(entry.bytes), free: free === null ? '' : size(free) }
  return (
    <Dialog onClose={() => void answerDownload('no')} title={t('ask.title', values)}>
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
