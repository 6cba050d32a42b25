import { RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { askAgain } from '@renderer/state/chat/ask-again'
import { resetChoices, useChoices } from '@renderer/state/chat/choices'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { Button } from '@renderer/ui/controls/button'
import type { ContextChoices } from '@shared/session/turn-trace'
import styles from './choices-bar.module.css'

/** Asks the question again with what was pinned and excluded; there while that differs from what it was asked with. */
export function ChoicesBar({ turn }: { readonly turn: Turn }) {
  const { t } = useTranslation('context')
  const choices = useChoices(({ entries }) => entries[turn.turn_id])
  const words = choices ? choicesText(choices, t) : ''
  const askWithChoices = () => {
    askAgain(turn, words === '' || !choices ? {} : { choices })
    resetChoices(turn.turn_id)
  }
  // There without choices, too: what appears with its place is not read out.
  return (
    <div role="group" aria-label={t('choices')} aria-live="polite" className={choices && styles.bar}>
      {choices && (
        <>
          <Button look="primary" size="small" icon={RotateCcw} className={styles.ask} onClick={askWithChoices}>
            {words === '' ? t('askWithout') : t('askWith', { choices: words })}
          </Button>
          <Button look="quiet" size="small" onClick={() => resetChoices(turn.turn_id)}>
            {t('reset')}
          </Button>
        </>
      )}
    </div>
  )
}

/** How many passages are pinned and excluded, in words; empty where none are. */
export function choicesText(
  { pinned, excluded, excluded_documents: documents = [] }: ContextChoices,
  t: TFunction<'context'>,
): string {
  const parts = [
    pinned.length > 0 ? t('pinned', { count: pinned.length }) : '',
    excluded.length > 0 ? t('excluded', { count: excluded.length }) : '',
    documents.length > 0 ? t('withoutDocuments', { count: documents.length }) : '',
  ]
  return parts.filter(Boolean).join(t('between'))
}
