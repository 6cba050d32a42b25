import { z } from 'zod'
import { storedValue } from '../kept-entries'

const Layout = z.object({
  sidebarOpen: z.boolean().catch(true),
  panelOpen: z.boolean().catch(true),
  /** The one that was opened last; it stays where a window has no room for both. */
  foremost: z.enum(['sidebar', 'panel']).catch('sidebar'),
  /** Widths in CSS pixels. */
  sidebarWidth: z.number().min(120).max(600).catch(248),
  panelWidth: z.number().min(200).max(2000).catch(360),
  /** Null until somebody drags it: as wide as a page needs. */
  documentWidth: z.number().min(200).max(2000).nullable().catch(null),
})
export type Layout = z.infer<typeof Layout>

const storedLayout = storedValue('localStorage', 'cairn.layout', Layout)

/** How the columns were left the last time; the defaults where nothing usable is kept. */
export function readLayout(): Layout {
  return storedLayout.read() ?? Layout.parse({})
}

export function saveLayout(change: Partial<Layout>): void {
  storedLayout.write({ ...readLayout(), ...change })
}

const KeptTab = z.object({ hash: z.string(), tab: z.enum(['evidence', 'context', 'document']) })
const storedTab = storedValue('sessionStorage', 'cairn.panel-tab', KeptTab)

/** The tab of the right panel that this page showed at an address before it was loaded again; null for another address. */
export function readTab(hash: string): z.infer<typeof KeptTab>['tab'] | null {
  const kept = storedTab.read()
  return kept?.hash === hash ? kept.tab : null
}

export function saveTab(hash: string, tab: z.infer<typeof KeptTab>['tab']): void {
  storedTab.write({ hash, tab })
}
