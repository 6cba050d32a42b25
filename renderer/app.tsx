import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { useEffect } from 'react'
import { followEditing } from '@renderer/features/chat/editing'
import { DropTarget } from '@renderer/features/library/adding/drop-target'
import { Frame } from '@renderer/frame/frame'
import { ExchangeLayer, OpenOutsideLayer, PaletteLayer } from '@renderer/frame/layers/late-layers'
import { useAppShortcuts } from '@renderer/frame/behaviour/use-app-shortcuts'
import { useWindowTitle } from '@renderer/frame/behaviour/use-window-title'
import { listenForWindowMessages } from '@renderer/frame/behaviour/receive-window-messages'
import { useAppearance } from '@renderer/state/window/appearance'
import { followChoices } from '@renderer/state/chat/choices'
import { followDrafts } from '@renderer/state/chat/drafts'
import { followGraphModes } from '@renderer/state/chat/graph-mode'
import { followModelChoices } from '@renderer/state/models/model-choice'
import { followScopes } from '@renderer/state/library/scope'
import { listenForShortcuts } from '@renderer/state/window/shortcuts'
import { restoreUnsent } from '@renderer/state/chat/unsent'
import { followHistory } from '@renderer/state/window/shown-document'
import { UnlockLayer } from '@renderer/frame/layers/unlock-layer'
import { Toaster } from '@renderer/frame/layers/toaster'

/** The window: sidebar, view, panel, and what lies over them. */
export function App() {
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
      followGraphModes(),
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
        <OpenOutsideLayer />
        <UnlockLayer />
        <Toaster />
      </Tooltip.Provider>
    </CSPProvider>
  )
}
