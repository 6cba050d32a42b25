import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PackageX } from 'lucide-react'
import { useConnection } from '@renderer/state/connection'
import { readCatalogue, readNetworkLog, useModels } from '@renderer/state/models/models-store'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { SectionedPage } from '@renderer/ui/sectioned-page'
import { AdvancedSection } from './advanced-section'
import { CatalogueSection } from './catalogue/catalogue-section'
import { DownloadDialog } from './catalogue/download-dialog'
import { InUseSection } from './choices/in-use-section'
import { InstalledSection } from './installed/installed-section'
import { NetworkSection } from './servers/network-section'
import { ServersSection } from './servers/servers-section'

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
