import { MAX_QUESTION_LENGTH } from '@shared/api/api'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { askAgain } from '@renderer/state/chat/ask-again'
import { runAction } from '@renderer/state/window/shortcuts'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { Button } from '@renderer/ui/controls/button'
import { isComposing, useAutoGrow } from './composer/composer'
import { stopEditing, useEditing, writeEdit } from './editing'
import styles from './turn/turn.module.css'

/** Edits a question in its place. Enter asks it again; Escape leaves it as it was. */
export function QuestionEditor({ turn }: { readonly turn: Turn }) {
  const { t } = useTranslation(['chat', 'app'])
  const text = useEditing((state) => state.text)
  const field = useRef<HTMLTextAreaElement>(null)
  useAutoGrow(field, text)
  useEffect(() => {
    const area = field.current
    area?.focus()
    area?.setSelectionRange(area.value.length, area.value.length)
  }, [])
  const leave = () => {
    stopEditing()
    runAction('focus_composer')
  }
  const ready = text.trim() !== '' && text.trim().length <= MAX_QUESTION_LENGTH
  const send = () => {
    if (!ready) return
    leave()
    askAgain(turn, { question: text.trim() })
  }
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      leave()
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    }
  }
  return (
    <div className={styles.editor}>
      <textarea
        ref={field}
        rows={1}
        value={text}
        aria-label={t('editQuestion')}
        className={styles.field}
        onChange={(event) => writeEdit(event.target.value)}
        onKeyDown={press}
      />
      <div className={styles.editorFoot}>
        <span className={styles.hint}>{t('editHint')}</span>
        <Button size="small" onClick={leave}>
          {t('app:cancel')}
        </Button>
        <Button size="small" look="primary" disabled={!ready} onClick={send}>
          {t('askAgain')}
        </Button>
      </div>
    </div>
  )
}
