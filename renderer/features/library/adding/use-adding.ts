import { useEffect } from 'react'
import { addDropped } from '@renderer/state/window/drops'
import { useLibraryFilter } from '@renderer/state/library/library-filter'
import { isWebAddress } from '@renderer/state/library/adding/wanted-page'
import { openDialog } from '../dialogs/library-dialog'

/** Shorter text that is pasted beside a field is more likely a mistake than a document. */
const shortestPaste = 80

/** The collection that what is added now belongs to. */
export function targetCollection(): string | undefined {
  return useLibraryFilter.getState().collection ?? undefined
}

/** Adds files that are pasted while the library is on show; a longer text is asked for its name first, a link for leave to fetch it. */
export function usePaste(): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const data = event.clipboardData
      if (!data || event.defaultPrevented || isField(event.target)) return
      const text = data.getData('text/plain')
      if (data.files.length > 0) void addDropped(data, targetCollection())
      else if (isWebAddress(text) || text.trim().length >= shortestPaste) askForText(text)
      else return
      event.preventDefault()
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [])
}

/** Asks what is to become of a pasted or dropped text: a page to be fetched, or a document with a name. */
export function askForText(text: string): void {
  openDialog(isWebAddress(text) ? { kind: 'page', address: text.trim() } : { kind: 'text', text })
}

export function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable], [role="dialog"]') !== null
}
