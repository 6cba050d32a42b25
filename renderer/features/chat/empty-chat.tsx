import { BookOpenText } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { addSample, useLibrary } from '@renderer/state/library/library-store'
import { askKept } from '@renderer/state/chat/unsent'
import { Button } from '@renderer/ui/controls/button'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import styles from './chat-view.module.css'
import { StarterHint } from './starter-hint'
import { addDocuments } from './turn/refusal-help'

const examples = ['1', '2', '3', '4'] as const

/** A chat in which nothing was asked yet. */
export function EmptyChat() {
  const { t } = useTranslation('chat')
  const known = useLibrary((state) => state.known)
  const documents = useLibrary((state) => state.documents)
  const { count, onlySample } = useMemo(() => {
    const all = [...documents.values()]
    return {
      count: all.filter(({ live }) => live !== null).length,
      // Among documents of the reader's own, questions about the sample would only be in the way.
      onlySample: all.length > 0 && all.every(({ collection }) => collection === 'sample'),
    }
  }, [documents])
  if (!known) return <div className={styles.state} />
  if (documents.size === 0) {
    return (
      <div className={styles.state}>
        <EmptyState
          icon={BookOpenText}
          title={t('noDocumentsTitle')}
          text={t('noDocumentsText')}
          action={
            <div className={styles.start}>
              <Button look="primary" onClick={addDocuments}>
                {t('addDocuments')}
              </Button>
              <Button onClick={() => void addSample()}>{t('addSample')}</Button>
            </div>
          }
        />
        <StarterHint />
      </div>
    )
  }
  return (
    <div className={styles.state}>
      <EmptyState
        icon={BookOpenText}
        title={t('emptyTitle')}
        text={count === 0 ? t('emptyReading') : t('emptyText', { count })}
        action={
          onlySample && (
            <div className={styles.examples} role="group" aria-label={t('examplesLabel')}>
              {examples.map((example) => (
                <button
                  key={example}
                  type="button"
                  className={styles.example}
                  onClick={() => askKept(t(`examples.${example}`), { sessionId: null })}
                >
                  {t(`examples.${example}`)}
                </button>
              ))}
            </div>
          )
        }
      />
      <StarterHint />
    </div>
  )
}
