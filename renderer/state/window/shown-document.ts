import { create } from 'zustand'
import { go, readAddress, useRoute } from './address'
import { showPanel, useColumns } from './columns'
import { showAnswerTab, showTab } from './panel-tab'
import type { ShownDocument } from './route'

interface DocumentFocus {
  /** The element that had the focus when the document was opened, to have it again afterwards. */
  readonly opener: HTMLElement | null
  /** The document was opened by keyboard and has not had the focus yet. */
  readonly isAwaited: boolean
}

export const useDocumentFocus = create<DocumentFocus>(() => ({ opener: null, isAwaited: false }))

/** Opens a document in the right panel; with `byKeyboard` the focus goes on into the document. */
export function openDocument(document: ShownDocument, byKeyboard = false): void {
  useDocumentFocus.setState({ opener: focused(), isAwaited: byKeyboard })
  showPanel('document')
  go({ document })
}

export function closeDocument(): void {
  showAnswerTab()
  useColumns.setState({ documentWide: false })
  useDocumentFocus.setState({ isAwaited: false })
  go({ document: null })
}

/** The element that has the focus; null where nothing has. */
export function focused(): HTMLElement | null {
  const { activeElement, body } = window.document
  return activeElement instanceof HTMLElement && activeElement !== body ? activeElement : null
}

/** Listens to back and forward until the returned function is called; the tab on show belongs to the address. */
export function followHistory(): () => void {
  const read = () => {
    readAddress()
    if (useRoute.getState().document) showTab('document')
    else showAnswerTab()
  }
  window.addEventListener('popstate', read)
  window.addEventListener('hashchange', read)
  return () => {
    window.removeEventListener('popstate', read)
    window.removeEventListener('hashchange', read)
  }
}
