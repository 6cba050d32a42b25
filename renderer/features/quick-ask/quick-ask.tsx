import { MAX_QUESTION_LENGTH } from '@shared/api/api'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, useConnection } from '@renderer/state/connection'
import { attempt } from '@renderer/state/window/notices'
import { useAppearance } from '@renderer/state/window/appearance'
import styles from './quick-ask.module.css'

/** One line to ask in, over whatever program the user is in. The answer comes in the whole window; the shell takes Escape. */
export function QuickAsk() {
  const { t } = useTranslation('chat')
  // It stays there hidden between two questions, for days: what it looks like may change meanwhile.
  useAppearance()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const open = useConnection((state) => state.status === 'open')
  useEffect(() => {
    const focus = () => field.current?.focus()
    focus()
    window.addEventListener('focus', focus)
    return () => window.removeEventListener('focus', focus)
  }, [])
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter while an input method is open takes what that offers.
    if (event.nativeEvent.isComposing) return
    if (event.key !== 'Enter' || text.trim() === '' || !open) return
    void attempt(async () => {
      await call((client) => client.shell.ask_in_window({ question: text }))
      setText('')
    })
  }
  return (
    <main className={styles.box}>
      <input
        ref={field}
        className={styles.field}
        value={text}
        maxLength={MAX_QUESTION_LENGTH}
        placeholder={t('placeholder')}
        aria-label={t('composer')}
        dir="auto"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      <p className={styles.hint}>{open ? t('quick.hint') : t('quick.waiting')}</p>
    </main>
  )
}
