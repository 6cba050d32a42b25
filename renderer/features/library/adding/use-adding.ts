import { type RefObject, useCallback, useEffect } from 'react'
import { useConnection } from '@renderer/state/connection'
import { pickAndAdd } from '@renderer/state/library/library-store'
import { addDropped } from '@renderer/state/window/drops'
import { useLibraryFilter } from '@renderer/state/library/library-filter'
import { onShortcut } from '@renderer/state/window/shortcuts'
import { openDialog } from '../dialogs/dialog-form'

/** Shorter text that is pasted beside a field is more likely a mistake than a document. */
const shortestPaste = 80

/** The collection that what is added now belongs to. */
export function targetCollection(): string | undefined {
  return useLibraryFilter.getState().collection ?? undefined
}

/** Asks for files or a folder: with the system's dialog, or with the page's where the shell has none. */
export function useChoose(
  files: RefObject<HTMLInputElement | null>,
  folder: RefObject<HTMLInputElement | null>,
): (kind: 'files' | 'folder') => void {
  const native = useConnection((state) => state.shell?.native_files ?? false)
  return useCallback(
    (kind) => {
      if (native) void pickAndAdd(kind, targetCollection())
      else (kind === 'files' ? files : folder).current?.click()
    },
    [native, files, folder],
  )
}

export function useAddShortcut(choose: (kind: 'files' | 'folder') => void): void {
  useEffect(
    () =>
      onShortcut('add_files', () => {
        choose('files')
        return true
      }),
    [choose],
  )
}

/** Adds files that are pasted while the library is on show; a longer text is asked for its name first. */
export function usePaste(): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const data = event.clipboardData
      if (!data || event.defaultPrevented || isField(event.target)) return
      const text = data.getData('text/plain')
      if (data.files.length > 0) void addDropped(data, targetCollection())
      else if (text.trim().length >= shortestPaste) openDialog({ kind: 'text', text })
      else return
      event.preventDefault()
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [])
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable], [role="dialog"]') !== null
}
