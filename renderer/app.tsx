import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { useEffect } from 'react'
import { followEditing } from './features/chat/editing'
import { DropTarget } from './features/library/drop-target'
import { ExchangeLayer } from './frame/exchange-layer'
import { Frame } from './frame/frame'
import { PaletteLayer } from './frame/palette-layer'
import { useAppShortcuts } from './frame/use-app-shortcuts'
import { useWindowTitle } from './frame/use-window-title'
import { listenForWindowMessages } from './frame/window-messages'
import { showAppearance } from './state/appearance'
import { followChoices } from './state/choices'
import { followDrafts } from './state/drafts'
import { followModelChoices } from './state/model-choice'
import { dismiss, useNotices } from './state/notices'
import { followScopes } from './state/scope'
import { useSettings } from './state/settings'
import { listenForShortcuts } from './state/shortcuts'
import { restoreUnsent } from './state/unsent'
import { followHistory } from './state/view'
import { Toaster } from './ui/toaster'

/** The window: sidebar, view, panel, and what lies over them. */
export function App() {
  const notices = useNotices((state) => state.notices)
  useAppearance()
  useAppShortcuts()
  useWindowTitle()
  useEffect(() => {
    const stops = [
      followHistory(),
      listenForShortcuts(),
      listenForWindowMessages(),
      followChoices(),
      followDrafts(),
      followScopes(),
      followModelChoices(),
      followEditing(),
      restoreUnsent(),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return (
    // The page's policy forbids style elements; what Base UI would put there stands in our style sheets.
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={500}>
        <DropTarget>
          <Frame />
        </DropTarget>
        <PaletteLayer />
        <ExchangeLayer />
        <Toaster notices={notices} dismiss={dismiss} />
      </Tooltip.Provider>
    </CSPProvider>
  )
}

function useAppearance(): void {
  const settings = useSettings((state) => state.settings)
  const known = useSettings((state) => state.known)
  useEffect(() => (known ? showAppearance(settings) : undefined), [settings, known])
}
