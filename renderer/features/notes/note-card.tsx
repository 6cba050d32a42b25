import { ArrowDown, ArrowUp, Ellipsis, GripVertical, Pencil, Trash2 } from 'lucide-react'
import { type DragEvent, memo, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isMarkdown } from '@shared/documents'
import type { EvidenceItem } from '@shared/events'
import type { NoteItem } from '@shared/research/notebook-shapes'
import { placeAt } from '@shared/session/evidence-place'
import { resolveSelector } from '@shared/session/selector'
import { openEvidence } from '@renderer/state/chat/evidence-selection'
import { editNote, moveNote, removeNote } from '@renderer/state/notes/notebooks-store'
import { go } from '@renderer/state/window/address'
import { classes } from '@renderer/ui/classes'
import { IconButton } from '@renderer/ui/controls/button'
import { Badge } from '@renderer/ui/controls/labels'
import { Menu, type MenuItem } from '@renderer/ui/controls/menu'
import { SourceHead } from '@renderer/ui/documents/source-head'
import { SourcePlace } from '@renderer/ui/documents/source-place'
import { safeName, withoutOverrides } from '@renderer/ui/text/safe-name'
import { textLanguage } from '@renderer/ui/text/text-language'
import { FileNoticeLine } from '@renderer/answer/file-notice-line'
import { NoteEditor } from '@renderer/ui/documents/note-editor'
import { keysOf } from '@renderer/state/window/shortcuts'
import { NoteMarkdown } from './note-markdown'
import styles from './notebook.module.css'

interface NoteCardProps {
  readonly notebookId: string
  readonly item: NoteItem
  readonly at: number
  readonly count: number
  /** Where a note that is dragged would be put: before or behind this one. */
  readonly drop: 'before' | 'after' | null
  readonly onDrag: (at: number | null) => void
  readonly onDragOver: (at: number, event: DragEvent<HTMLElement>) => void
}

/** A note: its words, its sources, and what can be done with it. Alt and an arrow move it. */
export const NoteCard = memo(function NoteCard(props: NoteCardProps) {
  const { notebookId, item, at, count, drop, onDrag, onDragOver } = props
  const { t } = useTranslation('notes')
  const [editing, setEditing] = useState(false)
  const moveTo = (to: number) => {
    if (to >= 0 && to < count) void moveNote(notebookId, item.id, to)
  }
  if (editing) {
    const finish = async (text: string | null) => {
      if (text === null || text === item.text || (await editNote(notebookId, item.id, text))) setEditing(false)
    }
    return (
      <li className={styles.card}>
        <NoteEditor
          text={item.text}
          label={t('editLabel')}
          save={t('save')}
          saveKeys={keysOf('mod+enter')}
          onDone={(text) => void finish(text)}
        />
      </li>
    )
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the menu in it does the same
    <li
      className={classes(styles.card, drop === 'before' && styles.dropBefore, drop === 'after' && styles.dropAfter)}
      onDragOver={(event) => onDragOver(at, event)}
      // Before the menu's button, which opens with arrows.
      onKeyDownCapture={(event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        event.stopPropagation()
        moveTo(at + (event.key === 'ArrowUp' ? -1 : 1))
      }}
    >
      <Grip text={item.text} onDrag={(dragging) => onDrag(dragging ? at : null)} />
      <div className={styles.body}>
        <NoteText item={item} />
        {item.comment !== undefined && (
          <p className={styles.comment} lang={textLanguage(item.comment)}>
            {withoutOverrides(item.comment)}
          </p>
        )}
        <NoteFoot item={item} />
      </div>
      <NoteMenu
        {...{ at, count, moveTo }}
        onEdit={() => setEditing(true)}
        onRemove={() => void removeNote(notebookId, item, at)}
      />
    </li>
  )
})

interface GripProps {
  readonly text: string
  /** Called with true where dragging begins, and with false where it ends. */
  readonly onDrag: (dragging: boolean) => void
}

/** What the mouse takes a note by. */
function Grip({ text, onDrag }: GripProps) {
  const { t } = useTranslation('notes')
  return (
    <div className={styles.side}>
      <span
        className={styles.grip}
        draggable
        title={t('drag')}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', withoutOverrides(text.slice(0, 200)))
          onDrag(true)
        }}
        onDragEnd={() => onDrag(false)}
      >
        <GripVertical size={16} strokeWidth={1.75} aria-hidden />
      </span>
    </div>
  )
}

interface NoteMenuProps extends Pick<NoteCardProps, 'at' | 'count'> {
  readonly moveTo: (to: number) => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function NoteMenu({ at, count, moveTo, onEdit, onRemove }: NoteMenuProps) {
  const { t } = useTranslation('notes')
  const up = { id: 'up', text: t('up'), icon: ArrowUp, keys: ['Alt', '↑'], disabled: at === 0 }
  const down = { id: 'down', text: t('down'), icon: ArrowDown, keys: ['Alt', '↓'], disabled: at + 1 === count }
  const items: MenuItem[] = [
    { id: 'edit', text: t('edit'), icon: Pencil, run: onEdit },
    { ...up, run: () => moveTo(at - 1) },
    { ...down, run: () => moveTo(at + 1) },
    { id: 'remove', text: t('remove'), icon: Trash2, danger: true, apart: true, run: onRemove },
  ]
  return <Menu items={items} trigger={<IconButton icon={Ellipsis} label={t('more', { at: at + 1 })} />} />
}

/** A passage of a file that is not Markdown is shown letter for letter. */
function NoteText({ item }: { readonly item: NoteItem }) {
  const { t } = useTranslation('notes')
  const { kind, text, edited, sources } = item
  const numbers = useMemo(() => new Set(sources.map(({ number }) => number)), [sources])
  const nameOf = useCallback(
    (number: number) => {
      const name = sources.find((source) => source.number === number)?.document_name ?? ''
      return t('source', { replace: { number, name: safeName(name) } })
    },
    [sources, t],
  )
  const onMark = useCallback(
    (number: number, byKeyboard: boolean) => {
      const source = sources.find((one) => one.number === number)
      if (source) openSource(source, item, byKeyboard)
    },
    [sources, item],
  )
  if (kind === 'passage' && !edited && sources.some(({ format }) => !isMarkdown(format))) {
    return (
      <p className={styles.plain} lang={textLanguage(text)}>
        {withoutOverrides(text)}
      </p>
    )
  }
  return <NoteMarkdown text={text} numbers={numbers} nameOf={nameOf} onMark={onMark} />
}

function NoteFoot({ item }: { readonly item: NoteItem }) {
  const { t } = useTranslation('notes')
  const { kind, edited, sources } = item
  if (sources.length === 0 && kind === 'text') return null
  return (
    <div className={styles.foot}>
      <p className={styles.badges}>
        <Badge meaning="kb">{t(`kinds.${kind}`)}</Badge>
        {edited && kind !== 'text' && <Badge meaning="shortcut">{t('edited')}</Badge>}
      </p>
      <ul className={styles.sources}>
        {sources.map((source) => (
          <li key={source.number}>
            <button
              type="button"
              className={styles.source}
              onClick={(event) => openSource(source, item, event.detail === 0)}
            >
              <SourceHead number={source.number} name={source.document_name} ofTool={source.kind === 'tool'} />
              <SourcePlace
                format={source.format}
                {...placeAt(source, source.start + (spanOf(source, item)?.start ?? 0))}
              />
              <FileNoticeLine documentId={source.kind === 'tool' ? '' : source.document_id} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Shows a source where it is: its document at the cited part, or the chat whose tool gave it. */
function openSource(source: EvidenceItem, item: NoteItem, byKeyboard: boolean): void {
  const { session_id: sessionId } = item.from
  if (source.kind === 'tool' && sessionId !== undefined) go({ view: 'chat', sessionId })
  openEvidence(source, spanOf(source, item), byKeyboard)
}

/** The first part of a source that the note cites; null where none is known. */
function spanOf({ evidence_id: id, text }: EvidenceItem, { refs }: NoteItem) {
  const ref = refs.find((one) => one.evidence_id === id)
  if (!ref) return null
  try {
    return resolveSelector(text, ref.selector).pieces[0] ?? null
  } catch {
    return null
  }
}
