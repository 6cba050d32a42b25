import { PanelLeft, PanelRight } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcutKeys } from '../state/use-shortcut-keys'
import { useView } from '../state/view'
import { IconButton } from '../ui/icon-button'
import { ConnectionNote } from './connection-note'
import styles from './frame.module.css'
import { panelBelongs } from './use-columns'
import { useLostFocus } from './use-lost-focus'
import { useViewTitle } from './use-window-title'

/** The head of the centre: what it shows, and the ways back to columns that are closed. */
export function ViewHeader({ panelShown }: { readonly panelShown: boolean }) {
  const { t } = useTranslation('app')
  const title = useViewTitle()
  const sidebarOpen = useView((state) => state.sidebarOpen)
  const canOpenPanel = useView(({ route }) => panelBelongs(route.view, route.document !== null))
  const sidebarKeys = useShortcutKeys('toggle_sidebar')
  const panelKeys = useShortcutKeys('toggle_evidence')
  const sidebarButton = useRef<HTMLButtonElement>(null)
  const panelButton = useRef<HTMLButtonElement>(null)
  useLostFocus(sidebarOpen, () => sidebarButton.current?.focus())
  useLostFocus(panelShown, () => panelButton.current?.focus())
  return (
    <header className={styles.head}>
      {!sidebarOpen && (
        <IconButton
          ref={sidebarButton}
          icon={PanelLeft}
          label={t('openSidebar')}
          keys={sidebarKeys}
          onClick={() => useView.setState({ sidebarOpen: true })}
        />
      )}
      <h1 className={styles.title} title={title}>
        <bdi>{title}</bdi>
      </h1>
      <ConnectionNote />
      {canOpenPanel && !panelShown && (
        <IconButton
          ref={panelButton}
          icon={PanelRight}
          label={t('openPanel')}
          keys={panelKeys}
          onClick={() => useView.setState({ panelOpen: true })}
        />
      )}
    </header>
  )
}
