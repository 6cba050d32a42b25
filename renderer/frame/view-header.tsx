import { FileOutput, PanelLeft, PanelRight } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcutKeys } from '@renderer/state/window/shortcuts'
import { openExport } from '@renderer/state/library/exchange'
import { useRoute } from '@renderer/state/window/address'
import { showSidebar, showPanel, panelBelongs } from '@renderer/state/window/columns'
import { IconButton } from '@renderer/ui/controls/button'
import { textLanguage } from '@renderer/ui/text/text-language'
import { ConnectionNote } from './layers/connection-note'
import styles from './frame.module.css'
import { useLostFocus } from './behaviour/move-focus'
import { useViewTitle } from './behaviour/use-window-title'

/** The head of the centre: what it shows, and the ways back to columns that are closed. */
export function ViewHeader({
  sidebarShown,
  panelShown,
}: {
  readonly sidebarShown: boolean
  readonly panelShown: boolean
}) {
  const { t } = useTranslation('app')
  const title = useViewTitle()
  const canOpenPanel = useRoute(panelBelongs)
  const sidebarKeys = useShortcutKeys('toggle_sidebar')
  const panelKeys = useShortcutKeys('toggle_evidence')
  const sidebarButton = useRef<HTMLButtonElement>(null)
  const panelButton = useRef<HTMLButtonElement>(null)
  useLostFocus(sidebarShown, () => sidebarButton.current?.focus())
  useLostFocus(panelShown, () => panelButton.current?.focus())
  return (
    <header className={styles.head}>
      {!sidebarShown && (
        <IconButton
          size="medium"
          ref={sidebarButton}
          icon={PanelLeft}
          label={t('openSidebar')}
          keys={sidebarKeys}
          onClick={showSidebar}
        />
      )}
      <h1 className={styles.title} title={title}>
        <bdi lang={textLanguage(title)}>{title}</bdi>
      </h1>
      <ConnectionNote />
      <ExportButton />
      {canOpenPanel && !panelShown && (
        <IconButton
          size="medium"
          ref={panelButton}
          icon={PanelRight}
          label={t('openPanel')}
          keys={panelKeys}
          onClick={() => showPanel()}
        />
      )}
    </header>
  )
}

/** Exports the chat on show; in its row of the list the way is out of sight until the row is pointed at. */
function ExportButton() {
  const { t } = useTranslation('exchange')
  const sessionId = useRoute(({ view, sessionId: id }) => (view === 'chat' ? id : null))
  if (sessionId === null) return null
  return (
    <IconButton size="medium" icon={FileOutput} label={t('menu.exportThis')} onClick={() => openExport(sessionId)} />
  )
}
