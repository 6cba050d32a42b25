import type { DocumentRecord } from '@shared/documents'
import { FolderInput, MessageSquareText, RotateCcw, Tags, Trash2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { retryDocuments, trashDocuments } from '@renderer/state/library/library-store'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { classes } from '@renderer/ui/classes'
import { askAbout } from '@renderer/state/library/scope'
import { openDialog } from '../dialogs/dialog-form'
import styles from './selection-bar.module.css'

interface SelectionBarProps {
  readonly documents: readonly DocumentRecord[]
  readonly onClear: () => void
}

/** What can be done with the chosen documents; stands in the place of the state chips. */
export function SelectionBar({ documents, onClear }: SelectionBarProps) {
  const { t, i18n } = useTranslation('library')
  const ids = documents.map(({ id }) => id)
  const readable = documents.filter(({ live }) => live !== null).map(({ id }) => id)
  const failed = documents.filter(({ status }) => status === 'failed').map(({ id }) => id)
  const count = documents.length
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('selection.label')}>
      <IconButton icon={X} size="small" label={t('selection.clear')} onClick={onClear} />
      <span className={classes('numeric', styles.count)} role="status">
        {t('selection.count', { count, number: count.toLocaleString(i18n.language) })}
      </span>
      <Button size="small" disabled={readable.length === 0} onClick={() => askAbout({ documents: readable })}>
        <MessageSquareText size={14} strokeWidth={1.75} aria-hidden />
        {t('act.ask', { count })}
      </Button>
      <span className={styles.acts}>
        <Button size="small" look="quiet" onClick={() => openDialog({ kind: 'move', ids })} title={t('act.move')}>
          <FolderInput size={14} strokeWidth={1.75} aria-hidden />
          <span className={styles.word}>{t('act.moveShort')}</span>
        </Button>
        <Button size="small" look="quiet" onClick={() => openDialog({ kind: 'tags', ids })} title={t('act.tags')}>
          <Tags size={14} strokeWidth={1.75} aria-hidden />
          <span className={styles.word}>{t('act.tagsShort')}</span>
        </Button>
        {failed.length > 0 && (
          <Button size="small" look="quiet" onClick={() => void retryDocuments(failed)} title={t('act.retry')}>
            <RotateCcw size={14} strokeWidth={1.75} aria-hidden />
            <span className={styles.word}>{t('act.retry')}</span>
          </Button>
        )}
        <Button
          size="small"
          look="quiet"
          className={styles.danger}
          title={t('act.delete')}
          onClick={() => {
            void trashDocuments(ids)
            onClear()
          }}
        >
          <Trash2 size={14} strokeWidth={1.75} aria-hidden />
          <span className={styles.word}>{t('act.delete')}</span>
        </Button>
      </span>
    </div>
  )
}
