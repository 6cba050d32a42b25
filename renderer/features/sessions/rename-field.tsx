import type { SessionHeader } from '@shared/session/session-view'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { renameSession, stopRenaming } from '@renderer/state/chat/sessions-store'
import styles from './session-list.module.css'

/** The title of a session as a field: Enter and leaving it keep what was typed, Escape does not. */
export function RenameField({ header }: { readonly header: SessionHeader }) {
  const { t } = useTranslation('sessions')
  const [text, setText] = useState(header.title)
  const input = useRef<HTMLInputElement>(null)
  const over = useRef(false)
  useEffect(() => {
    // A menu that closes gives the focus back to its button first.
    const frame = requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.select()
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  const finish = (keep: boolean, refocus: boolean) => {
    if (over.current) return
    over.current = true
    const title = text.trim()
    stopRenaming()
    if (keep && title !== '' && title !== header.title) void renameSession(header.id, title)
    if (!refocus) return
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${header.id}"]`)?.focus())
  }
  return (
    <input
      ref={input}
      className={styles.rename}
      value={text}
      maxLength={200}
      aria-label={t('renameLabel')}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => finish(true, false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        event.stopPropagation()
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        finish(event.key === 'Enter', true)
      }}
    />
  )
}
