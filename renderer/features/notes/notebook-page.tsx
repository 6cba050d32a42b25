import { NotebookPen, PenLine } from 'lucide-react'
import { type DragEvent, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notebook } from '@shared/research/notebook-shapes'
import { moveNote, writeNote } from '@renderer/state/notes/notebooks-store'
import { Button } from '@renderer/ui/controls/button'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { NoteCard } from './note-card'
import { NoteEditor } from './note-editor'
import { NotebookHead } from './notebook-head'
import styles from './notebook.module.css'

/** Notes that are drawn at once; more at a press. */
const atOnce = 200

/** A notebook: its title and what it is for, and its notes in the user's order. */
export function NotebookPage({ notebook }: { readonly notebook: Notebook }) {
  const { t } = useTranslation('notes')
  const [most, setMost] = useState(atOnce)
  const [writing, setWriting] = useState(false)
  const { dragged, target, drag, over, drop } = useDragging(notebook)
  const { id, items } = notebook
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
            drop={dragged === null || target === null || target.at !== at ? null : target.side}
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

interface Target {
  readonly at: number
  readonly side: 'before' | 'after'
}

/** Moving a note with the mouse: which one, and where it would be put. */
function useDragging({ id, items }: Notebook) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [target, setTarget] = useState<Target | null>(null)
  const from = useRef<number | null>(null)
  const drag = useCallback((at: number | null) => {
    from.current = at
    setDragged(at)
    if (at === null) setTarget(null)
  }, [])
  const over = useCallback((at: number, event: DragEvent<HTMLElement>) => {
    // Files that are dragged here are for the library.
    if (from.current === null) return
    event.preventDefault()
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const side = event.clientY < top + height / 2 ? 'before' : 'after'
    setTarget((before) => (before?.at === at && before.side === side ? before : { at, side }))
  }, [])
  const drop = (event: DragEvent<HTMLElement>) => {
    if (dragged === null || target === null) return
    event.preventDefault()
    const item = items[dragged]
    const place = target.at + (target.side === 'after' ? 1 : 0)
    const to = place > dragged ? place - 1 : place
    drag(null)
    if (item && to !== dragged) void moveNote(id, item.id, to)
  }
  return { dragged, target, drag, over, drop }
}
