import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sameButWords, type Turn } from '@renderer/state/chat/turns/turn-reducer'
import { Button } from '@renderer/ui/controls/button'
import { classes } from '@renderer/ui/classes'
import { ScopeNote } from './scope-note'
import styles from './turn/turn.module.css'

/** A question longer than this is folded. */
const longLines = 12
const longCharacters = 700

/** The question as it was asked, and what the search was limited to. */
export const Question = memo(function Question({ turn }: { readonly turn: Turn }) {
  const { t } = useTranslation('chat')
  const [open, setOpen] = useState(false)
  const { question, filter } = turn
  const isLong = question.length > longCharacters || question.split('\n', longLines + 1).length > longLines
  return (
    <div className={styles.head}>
      <h2 className={classes(styles.question, isLong && !open && styles.folded)} dir="auto">
        {question}
      </h2>
      {isLong && (
        <Button look="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('foldQuestion') : t('wholeQuestion')}
        </Button>
      )}
      {filter && <ScopeNote filter={filter} />}
    </div>
  )
}, sameButWords)
