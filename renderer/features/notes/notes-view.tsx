import { NotebookPen, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NotebookHeader } from '@shared/research/notebook-shapes'
import { useConnection } from '@renderer/state/connection'
import {
  createNotebook,
  freshTitle,
  openNotebook,
  readNotebooks,
  useNotebooks,
} from '@renderer/state/notes/notebooks-store'
import { go, useRoute } from '@renderer/state/window/address'
import { classes } from '@renderer/ui/classes'
import { Button } from '@renderer/ui/controls/button'
import { Badge } from '@renderer/ui/controls/labels'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import { moveInList } from '@renderer/ui/list-keys'
import { RelativeTime } from '@renderer/ui/text/relative-time'
import { safeName } from '@renderer/ui/text/safe-name'
import { NoteHits, NoteSearchField } from './note-search'
import { NotebookPage } from './notebook-page'
import styles from '@renderer/ui/list-and-page.module.css'

/** The notebooks at the left, the one that is open at the right; in a narrow window one of both. */
export function NotesView() {
  const { t } = useTranslation(['notes', 'app'])
  const isOpen = useConnection((state) => state.status === 'open')
  const { headers, error, open } = useNotebooks()
  const notebookId = useRoute((route) => route.notebookId)
  useEffect(() => {
    if (isOpen) void readNotebooks()
  }, [isOpen])
  useEffect(() => {
    if (isOpen && notebookId !== null) void openNotebook(notebookId)
  }, [isOpen, notebookId])
  if (error && !headers) return <ErrorNote error={error} nothingLost onRetry={() => void readNotebooks()} />
  if (!headers) return <Skeleton lines={6} label={t('app:loading')} />
  if (headers.every(isEmptied)) {
    return (
      <EmptyState icon={NotebookPen} title={t('none.title')} text={t('none.text')} action={<NewNotebook primary />} />
    )
  }
  const shown = notebookId !== null && open?.id === notebookId ? open : null
  return (
    <div className={styles.around}>
      <div className={classes(styles.view, notebookId !== null && styles.opened)}>
        <nav className={styles.list} aria-label={t('notebooks')}>
          <NewNotebook />
          <Lists headers={headers} current={notebookId} />
        </nav>
        <div className={styles.page}>
          <Page isAny={notebookId !== null}>{shown && <NotebookPage key={shown.id} notebook={shown} />}</Page>
        </div>
      </div>
    </div>
  )
}

/** A document whose last highlight was taken away; putting it back brings it here again. */
function isEmptied({ document_id: documentId, count }: NotebookHeader): boolean {
  return documentId !== undefined && count === 0
}

interface ListsProps {
  readonly headers: readonly NotebookHeader[]
  readonly current: string | null
}

/** The notebooks, and below them the documents with highlights; while somebody searches, what was found. */
function Lists({ headers, current }: ListsProps) {
  const { t } = useTranslation('notes')
  const [text, setText] = useState('')
  const own = headers.filter(({ document_id: documentId }) => documentId === undefined)
  const highlighted = headers.filter((one) => one.document_id !== undefined && !isEmptied(one))
  return (
    <>
      <NoteSearchField text={text} onType={setText} />
      {text.trim() !== '' ? (
        <NoteHits text={text.trim()} />
      ) : (
        <>
          {own.length > 0 && <NotebookList headers={own} current={current} label={t('notebooks')} />}
          {highlighted.length > 0 && (
            <>
              <h2 className={styles.subtitle}>{t('highlighted')}</h2>
              <NotebookList headers={highlighted} current={current} label={t('highlighted')} />
            </>
          )}
        </>
      )}
    </>
  )
}

function Page({ isAny, children }: { readonly isAny: boolean; readonly children: ReactNode }) {
  const { t } = useTranslation(['notes', 'app'])
  if (!isAny) return <EmptyState icon={NotebookPen} title={t('choose')} />
  return children ?? <Skeleton lines={6} label={t('app:loading')} />
}

function NotebookList({ headers, current, label }: ListsProps & { readonly label: string }) {
  const { t } = useTranslation('notes')
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move between its buttons
    <ul className={styles.rows} aria-label={label} onKeyDown={moveInList}>
      {headers.map(({ id, title, count, as_evidence: used, updated_at: at }) => (
        <li key={id}>
          <button
            type="button"
            data-row
            className={classes(styles.row, id === current && styles.current)}
            aria-current={id === current ? 'page' : undefined}
            title={safeName(title)}
            onClick={() => go({ notebookId: id })}
          >
            <bdi className={styles.name}>{safeName(title)}</bdi>
            <span className={styles.facts}>
              {t('count', { count })} · <RelativeTime time={at} />
              {used && <Badge meaning="kb">{t('searched')}</Badge>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function NewNotebook({ primary = false }: { readonly primary?: boolean }) {
  const { t } = useTranslation('notes')
  const create = async () => {
    const id = await createNotebook(freshTitle(t('untitled')))
    if (id === null) return
    go({ notebookId: id })
    await openNotebook(id)
  }
  return (
    <Button icon={Plus} look={primary ? 'primary' : 'plain'} onClick={() => void create()}>
      {t('new')}
    </Button>
  )
}
