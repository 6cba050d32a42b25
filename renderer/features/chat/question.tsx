import type { SearchFilter } from '@shared/documents'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Filter } from 'lucide-react'
import { useShallow } from 'zustand/react/shallow'
import { sameButWords, type Turn } from '@renderer/state/chat/turns/turn-reducer'
import { Button } from '@renderer/ui/controls/button'
import { classes } from '@renderer/ui/classes'
import { useLibrary } from '@renderer/state/library/library-store'
import { collectionName } from '@renderer/ui/documents/file-name'
import { scopeName } from '@renderer/ui/documents/scope-name'
import { textLanguage } from '@renderer/ui/text/text-language'
import { safeName } from '@renderer/ui/text/safe-name'
import { listText } from '@renderer/ui/text/figure-text'
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
      <h2
        className={classes(styles.question, isLong && !open && styles.folded)}
        dir="auto"
        lang={textLanguage(question)}
      >
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

/** The search filter of a question, in one line. */
function ScopeNote({ filter }: { readonly filter: SearchFilter }) {
  const { t } = useTranslation('chat')
  const list = useScopeList(filter)
  if (list === '') return null
  return (
    <p className={styles.scope} title={list}>
      <Filter size={12} strokeWidth={1.75} aria-hidden />
      <span>{t('onlyIn', { list })}</span>
    </p>
  )
}

/** What a search was limited to, as one list in the window's language; empty for nothing. */
export function useScopeList(filter: SearchFilter | null): string {
  const { t } = useTranslation('chat')
  const documents = useLibrary(
    useShallow((state) => (filter?.documents ?? []).map((id) => state.documents.get(id)?.name ?? null)),
  )
  const names = [
    ...(filter?.collections ?? []).map(collectionName),
    ...(filter?.tags ?? []).map((tag) => `#${tag}`),
    ...(filter?.formats ?? []).map((format) => scopeName('formats', format)),
    ...(filter?.dates ?? []).map((range) => scopeName('dates', range)),
    ...(filter?.changed ?? []).map((range) => scopeName('changed', range)),
    ...documents.map((name) => name ?? t('goneDocument')),
  ].map((name) => `\u2068${safeName(name)}\u2069`)
  return listText(names)
}
