import { NotebookPen, PenLine } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notebook } from '@shared/research/notebook-shapes'
import { moveNote, writeNote } from '@renderer/state/notes/notebooks-store'
import { Button } from '@renderer/ui/controls/button'
import { NoteEditor } from '@renderer/ui/documents/note-editor'
import { keysOf } from '@renderer/state/window/shortcuts'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { useDragOrder } from '@renderer/ui/use-drag-order'
import { NoteCard } from './note-card'
import { NotebookHead } from './notebook-head'
import styles from './notebook.module.css'

/** Notes that are drawn at once; more at a press. */
const atOnce = 200

/** A notebook: its title and what it is for, and its notes in the user's order. */
export function NotebookPage({ notebook }: { readonly notebook: Notebook }) {
  const { t } = useTranslation('notes')
  const [most, setMost] = useState(atOnce)
  const [writing, setWriting] = useState(false)
  const { id, items } = notebook
  const { sideAt, drag, over, drop } = useDragOrder((from, to) => {
    const item = items[from]
    if (item) void moveNote(id, item.id, to)
  })
  const finish = async (text: string | null) => {
    if (text === null || (await writeNote(id, text))) setWriting(false)
  }
  const shown = items.slice(0, most)
  return (
    <article className={styles.page} aria-label={notebook.title}>
      <NotebookHead notebook={notebook} />
      {items.length === 0 && !writing && (
        <EmptyState icon={NotebookPen} title={t('noNotes.title')} text={t('noNotes.text')} />
      )}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- notes are dropped between its items */}
      <ol className={styles.notes} aria-label={t('notes')} onDrop={drop}>
        {shown.map((item, at) => (
          <NoteCard
            key={item.id}
            notebookId={id}
            item={item}
            at={at}
            count={items.length}
            drop={sideAt(at)}
            onDrag={drag}
            onDragOver={over}
          />
        ))}
      </ol>
      {items.length > most && (
        <Button className={styles.add} onClick={() => setMost(most + atOnce)}>
          {t('showMore', { count: items.length - most })}
        </Button>
      )}
      {writing ? (
        <NoteEditor
          text=""
          label={t('newLabel')}
          save={t('add')}
          saveKeys={keysOf('mod+enter')}
          placeholder={t('newPlaceholder')}
          onDone={(text) => void finish(text)}
        />
      ) : (
        <Button icon={PenLine} className={styles.add} onClick={() => setWriting(true)}>
          {t('write')}
        </Button>
      )}
    </article>
  )
}
