import type { DocumentRecord } from '@shared/documents'
import { CircleHelp, FilePlus2, FileText, Maximize2 } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { askAgain } from '@renderer/state/chat/ask-again'
import { isUntaken } from '@renderer/state/chat/chat-session'
import { askWhyNot } from '@renderer/state/chat/turns/answer-checks'
import { useLibrary } from '@renderer/state/library/library-store'
import { runAction } from '@renderer/state/window/shortcuts'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { openDocument } from '@renderer/state/window/shown-document'
import { Button } from '@renderer/ui/controls/button'
import { FileName } from '@renderer/ui/documents/file-name'
import { namedDocuments } from './turn-text'
import styles from './turn.module.css'

/** Ways on after a refusal: the nearest documents, a wider search, more documents. */
export function RefusalHelp({ turn }: { readonly turn: Turn }) {
  const { t } = useTranslation('chat')
  const documents = useLibrary((state) => state.documents)
  // Passages that come closest open their documents themselves, and may name others by chance.
  const named = turn.outcome === 'closest' ? '' : turn.response
  const nearest = useMemo(() => namedDocuments(named, documents.values()), [named, documents])
  const unread = useMemo(() => [...documents.values()].filter(isBeingRead).length, [documents])
  return (
    <div className={styles.choices} role="group" aria-label={t('refusalHelp')}>
      {unread > 0 && <p className={styles.stillReading}>{t('stillReading', { count: unread })}</p>}
      {nearest.map(({ id, name }) => (
        <Button
          icon={FileText}
          key={id}
          size="small"
          className={styles.choice}
          onClick={() => openDocument({ id, range: null })}
        >
          <FileName name={name} />
        </Button>
      ))}
      {turn.filter && (
        <Button size="small" icon={Maximize2} onClick={() => askAgain(turn, { filter: null })}>
          {t('searchEverything')}
        </Button>
      )}
      {!isUntaken(turn) && (
        <Button size="small" look="quiet" icon={CircleHelp} onClick={() => askWhyNot(turn)}>
          {t('whyNot')}
        </Button>
      )}
      <Button size="small" look="quiet" icon={FilePlus2} onClick={addDocuments}>
        {t('addDocuments')}
      </Button>
    </div>
  )
}

function isBeingRead({ status, live }: DocumentRecord): boolean {
  return live === null && !['ready', 'partial', 'failed'].includes(status)
}

/** Asks for files. */
export function addDocuments(): void {
  runAction('add_files')
}
