import { type RefObject, useEffect } from 'react'
import { stopTurn } from '@renderer/state/chat/chat-store'
import { onShortcut } from '@renderer/state/window/shortcuts'

/** The keys that reach the composer from anywhere: to write, and to stop the running answer. */
export function useComposerShortcuts(field: RefObject<HTMLTextAreaElement | null>, activeTurn: string | null): void {
  useEffect(
    () =>
      onShortcut('focus_composer', () => {
        field.current?.focus()
        return field.current !== null
      }),
    [field],
  )
  useEffect(
    () =>
      onShortcut('stop', () => {
        if (activeTurn === null) return false
        void stopTurn(activeTurn)
        return true
      }),
    [activeTurn],
  )
}
