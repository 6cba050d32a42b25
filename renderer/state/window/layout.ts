import { z } from 'zod'

const storageKey = 'cairn.layout'

const Layout = z.object({
  sidebarOpen: z.boolean().catch(true),
  panelOpen: z.boolean().catch(true),
  /** The one that was opened last; it stays where a window has no room for both. */
  foremost: z.enum(['sidebar', 'panel']).catch('sidebar'),
  /** Widths in CSS pixels. */
  sidebarWidth: z.number().min(120).max(600).catch(248),
  panelWidth: z.number().min(200).max(2000).catch(360),
})
export type Layout = z.infer<typeof Layout>

/** How the columns were left the last time; the defaults where nothing usable is kept. */
export function readLayout(): Layout {
  try {
    return Layout.parse(JSON.parse(localStorage.getItem(storageKey) ?? '{}'))
  } catch {
    return Layout.parse({})
  }
}

export function saveLayout(change: Partial<Layout>): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...readLayout(), ...change }))
  } catch {
    // Full or forbidden storage costs the memory of the columns, nothing else.
  }
}

const tabKey = 'cairn.panel-tab'
const KeptTab = z.object({ hash: z.string(), tab: z.enum(['evidence', 'context', 'document']) })

/** The tab of the right panel that this page showed at an address before it was loaded again; null for another address. */
export function readTab(hash: string): z.infer<typeof KeptTab>['tab'] | null {
  try {
    const kept = KeptTab.parse(JSON.parse(sessionStorage.getItem(tabKey) ?? 'null'))
    return kept.hash === hash ? kept.tab : null
  } catch {
    return null
  }
}

export function saveTab(hash: string, tab: z.infer<typeof KeptTab>['tab']): void {
  try {
    sessionStorage.setItem(tabKey, JSON.stringify({ hash, tab }))
  } catch {
    // The same as above.
  }
}
