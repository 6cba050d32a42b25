import { useTranslation } from 'react-i18next'
import { SectionedPage } from '@renderer/ui/sectioned-page'
import { AboutSection } from './about-section'
import { AnswersSection } from './answers-section'
import { AppearanceSection } from './appearance-section'
import { DataSection } from './data-section'
import { DesktopSection } from './desktop-section'
import { DiagnosticsSection } from './diagnostics/diagnostics-section'
import { DoorsSection } from './doors/doors-section'
import { FoldersSection } from './folders/folders-section'
import { NetworkSettings } from './network/network-settings'
import { ShortcutsSection } from './shortcuts/shortcuts-section'
import { ToolsSection } from './tools/tools-section'
import { TermsSection } from './terms/terms-section'

const sections = [
  { id: 'appearance', content: <AppearanceSection /> },
  { id: 'desktop', content: <DesktopSection /> },
  { id: 'answers', content: <AnswersSection /> },
  { id: 'folders', content: <FoldersSection /> },
  { id: 'tools', content: <ToolsSection /> },
  { id: 'doors', content: <DoorsSection /> },
  { id: 'network', content: <NetworkSettings /> },
  { id: 'terms', content: <TermsSection /> },
  { id: 'shortcuts', content: <ShortcutsSection /> },
  { id: 'data', content: <DataSection /> },
  { id: 'diagnostics', content: <DiagnosticsSection /> },
  { id: 'about', content: <AboutSection /> },
] as const

/** Every setting on one page, with a list of its parts beside it. */
export function SettingsView() {
  const { t } = useTranslation('settings')
  return (
    <SectionedPage
      name="settings"
      label={t('sections')}
      sections={sections.map(({ id, content }) => ({ id, title: t(`${id}.title`), content }))}
    />
  )
}
