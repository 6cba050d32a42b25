import type { ShortcutAction } from '@shared/settings'
import { useEffect } from 'react'
import { openAnotherWindow } from '@renderer/state/desktop/desktop-acts'
import { closePalette, openPalette, usePalette } from '@renderer/state/window/palette-state'
import { onShortcut, runAction } from '@renderer/state/window/shortcuts'
import { go } from '@renderer/state/window/address'
import { showSidebar, shownColumns, toggleSidebar, togglePanel } from '@renderer/state/window/columns'

/** The shortcuts that work in every view. */
const actions: Partial<Record<ShortcutAction, () => void>> = {
  palette: () => (usePalette.getState().open ? closePalette() : openPalette()),
  new_chat: () => {
    go({ view: 'chat', sessionId: null })
    // The composer may only exist once the chat is on show.
    requestAnimationFrame(() => runAction('focus_composer'))
  },
  settings: () => go({ view: 'settings' }),
  go_chat: () => go({ view: 'chat' }),
  go_library: () => go({ view: 'library' }),
  go_graph: () => go({ view: 'graph' }),
  go_models: () => go({ view: 'models' }),
  new_window: () => openAnotherWindow(window.location.hash || '#/chat'),
  // Its field is asked first, where it is there.
  search_sessions: () => {
    if (shownColumns().sidebar) return
    showSidebar()
    requestAnimationFrame(() => runAction('search_sessions'))
  },
  toggle_sidebar: toggleSidebar,
  toggle_evidence: togglePanel,
}

export function useAppShortcuts(): void {
  useEffect(() => {
    const stops = Object.entries(actions).map(([name, act]) =>
      // Keys of this object are actions by its type.
      onShortcut(name as ShortcutAction, () => {
        act()
        return true
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}
