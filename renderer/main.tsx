import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '@renderer/theme/tokens.css'
import '@renderer/theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { QuickAsk } from '@renderer/features/quick-ask/quick-ask'
import { App } from './app'
import { languageFor, startTranslations } from '@renderer/locales/i18n'
import { rememberedAppearance, showAppearance } from '@renderer/state/window/appearance'
import { applyChange } from '@renderer/state/apply-change'
import { noticeLongWork } from '@renderer/state/desktop/work-notices'
import { stayConnected } from '@renderer/state/connection'
import { faultHandlers, listenForFaults } from '@renderer/state/window/page-faults'
import { ColumnBoundary } from '@renderer/frame/column-boundary'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')

listenForFaults()
const remembered = rememberedAppearance()
await startTranslations(languageFor(remembered.language))
// The application takes over as soon as it knows the settings.
showAppearance(remembered)()
void stayConnected((change) => {
  applyChange(change)
  noticeLongWork(change)
}, new AbortController().signal)

createRoot(root, faultHandlers).render(
  <StrictMode>
    <ColumnBoundary place="window">{window.location.hash === '#/quick' ? <QuickAsk /> : <App />}</ColumnBoundary>
  </StrictMode>,
)
