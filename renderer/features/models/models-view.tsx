import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PackageX } from 'lucide-react'
import { useConnection } from '@renderer/state/connection'
import { readCatalogue, readNetworkLog, useModels } from '@renderer/state/models/models-store'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { SectionedPage } from '@renderer/ui/sectioned-page'
import { answerDownload, useDownloadQuestion } from '@renderer/state/models/model-downloads'
import { AdvancedSection } from './advanced-section'
import { CatalogueSection } from './catalogue/catalogue-section'
import { InUseSection } from './choices/in-use-section'
import { HostsDialog } from './hosts-dialog'
import { InstalledSection } from './installed/installed-section'
import { NetworkSection } from './servers/network-section'
import { ServersSection } from './servers/servers-section'
import { hasStarter } from './starter/starter-facts'
import { StarterSection } from './starter/starter-section'

const sections = [
  { id: 'starter', content: <StarterSection /> },
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
  const recommends = useModels(({ state }) => hasStarter(state?.starter))
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
        sections={sections
          .filter(({ id }) => id !== 'starter' || recommends)
          .map(({ id, content }) => ({ id, title: t(`${id}.title`), content }))}
      />
      <DownloadDialog />
    </>
  )
}

/** Asks for the hosts of a download of the catalogue. */
function DownloadDialog() {
  const question = useDownloadQuestion((state) => state.question)
  if (!question) return null
  const { entry, hosts } = question
  return (
    <HostsDialog
      name={entry.name}
      bytes={entry.bytes}
      hosts={hosts}
      onAnswer={(answer) => void answerDownload(answer)}
    />
  )
}
