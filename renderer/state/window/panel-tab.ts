import { create } from 'zustand'
import { useRoute } from './address'
import { readTab, saveTab } from './layout'
import { writeRoute } from './route'

type AnswerTab = 'evidence' | 'context'

export interface PanelTab {
  /** The tab of the right panel that is on show. */
  readonly tab: AnswerTab | 'document'
  /** The last tab about an answer, to be shown again when the document is closed. */
  readonly answerTab: AnswerTab
  /** What the context goes to when it comes on show; null for its beginning. */
  readonly aim: 'passages' | null
}

export const usePanelTab = create<PanelTab>(() => {
  const tab = readTab(window.location.hash) ?? (useRoute.getState().document ? 'document' : 'evidence')
  return { tab, answerTab: tab === 'context' ? 'context' : 'evidence', aim: null }
})

const save = () => saveTab(writeRoute(useRoute.getState()), usePanelTab.getState().tab)
useRoute.subscribe((now, before) => {
  if (before.document && !now.document && usePanelTab.getState().tab === 'document') showAnswerTab()
  save()
})
usePanelTab.subscribe(save)

/** Shows a tab of the right panel. */
export function showTab(tab: PanelTab['tab']): void {
  usePanelTab.setState(({ answerTab }) => ({ tab, answerTab: tab === 'document' ? answerTab : tab }))
}

/** Shows the context at its passages, where they are pinned and excluded. */
export function showPassages(): void {
  showTab('context')
  usePanelTab.setState({ aim: 'passages' })
}

/** Shows the tab about an answer that was on show last. */
export function showAnswerTab(): void {
  showTab(usePanelTab.getState().answerTab)
}
