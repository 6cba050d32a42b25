import type { DocumentRecord } from '@shared/documents'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLibrary } from '@renderer/state/library/library-store'
import { emptyTrash, readTrash, restoreTrashed, useTrash } from '@renderer/state/library/trash-store'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { Dialog } from '@renderer/ui/controls/dialog'
import { FileName } from '@renderer/ui/documents/file-name'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { useNow } from '@renderer/ui/feedback/use-now'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import { safeName } from '@renderer/ui/text/safe-name'
import { closeDialog } from '../dialogs/library-dialog'
import styles from './trash-dialog.module.css'

/** Longer lists are shown in part: who looks for more restores or empties first. */
const mostShown = 200

/** What is in the trash, why and for how long; each can be brought back or deleted for good. */
export function TrashDialog() {
  const { t } = useTranslation(['library', 'app'])
  const { list, error } = useTrash()
  const documents = useLibrary((state) => state.documents)
  // Other windows and folders put documents in and take them out.
  useEffect(() => void readTrash(), [documents])
  return (
    <Dialog onClose={closeDialog} title={t('trash.title')} className={styles.dialog}>
      <p className={styles.text}>{t('trash.text')}</p>
      {error && <ErrorNote error={error} nothingLost onRetry={() => void readTrash()} />}
      {!list && !error && <Skeleton lines={3} label={t('app:loading')} />}
      {list?.length === 0 && <p className={styles.none}>{t('trash.none')}</p>}
      {list && list.length > 0 && (
        <ul className={styles.list} aria-label={t('trash.title')}>
          {list.slice(0, mostShown).map((record) => (
            <TrashRow key={record.id} record={record} />
          ))}
        </ul>
      )}
      {list && list.length > mostShown && (
        <p className={styles.none}>{t('trash.more', { count: list.length - mostShown })}</p>
      )}
      <Acts count={list?.length ?? 0} ids={list?.map(({ id }) => id) ?? []} />
    </Dialog>
  )
}

const keptDays = 30
const dayMs = 24 * 3_600_000

function TrashRow({ record }: { readonly record: DocumentRecord }) {
  const { t } = useTranslation('library')
  const now = useNow()
  const { id, name, source, trashed_at, trashed_for } = record
  // The clock of lists may be a little behind.
  const left = Math.min(keptDays, Math.max(0, Math.ceil(keptDays - (now - (trashed_at ?? 0)) / dayMs)))
  const named = { replace: { name: safeName(name) } }
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <span className={styles.name} title={safeName(source)}>
          <FileName name={name} />
        </span>
        <span className={styles.facts}>
          {t(`trash.because.${trashed_for ?? 'user'}`)} · {t('trash.left', { count: left })}
        </span>
      </div>
      <Button
        size="small"
        icon={RotateCcw}
        aria-label={t('trash.restore', named)}
        onClick={() => void restoreTrashed([id])}
      >
        {t('trash.restoreOne')}
      </Button>
      <IconButton icon={Trash2} label={t('trash.deleteOne', named)} onClick={() => void emptyTrash([id])} />
    </li>
  )
}

/** Everything at once; deleting for good is asked again, because it cannot be undone. */
function Acts({ count, ids }: { readonly count: number; readonly ids: readonly string[] }) {
  const { t } = useTranslation(['library', 'app'])
  const [asking, setAsking] = useState(false)
  if (count === 0) return <CloseAct />
  if (asking) {
    return (
      <div className={styles.acts}>
        <span className={styles.ask}>{t('trash.sure', { count })}</span>
        <Button onClick={() => setAsking(false)}>{t('app:cancel')}</Button>
        <Button
          look="danger"
          onClick={() => {
            setAsking(false)
            void emptyTrash()
          }}
        >
          {t('trash.emptyNow')}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.acts}>
      <Button look="danger" onClick={() => setAsking(true)}>
        {t('trash.empty')}
      </Button>
      <Button onClick={() => void restoreTrashed(ids)}>{t('trash.restoreAll')}</Button>
      <Button onClick={closeDialog}>{t('app:close')}</Button>
    </div>
  )
}

function CloseAct() {
  const { t } = useTranslation('app')
  return (
    <div className={styles.acts}>
      <Button onClick={closeDialog}>{t('close')}</Button>
    </div>
  )
}
