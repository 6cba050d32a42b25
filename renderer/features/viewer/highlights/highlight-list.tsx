import { MessageSquarePlus, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notebook } from '@shared/research/notebook-shapes'
import { chooseHighlight, commentOn, removeHighlight, useHighlights } from '@renderer/state/notes/highlights-store'
import { focused } from '@renderer/state/window/shown-document'
import { keysOf } from '@renderer/state/window/shortcuts'
import { classes } from '@renderer/ui/classes'
import { IconButton } from '@renderer/ui/controls/button'
import { NoteEditor } from '@renderer/ui/documents/note-editor'
import { SourcePlace } from '@renderer/ui/documents/source-place'
import { withoutOverrides } from '@renderer/ui/text/safe-name'
import { textLanguage } from '@renderer/ui/text/text-language'
import type { Goal } from '../citations/goal'
import viewerStyles from '../document-viewer.module.css'
import styles from './highlight-list.module.css'
import type { PlacedHighlight } from './use-own-marks'

interface HighlightListProps {
  /** Null where the document has no highlights. */
  readonly notebook: Notebook | null
  readonly placed: readonly PlacedHighlight[]
  /** Takes the reader to a place. */
  readonly go: (goal: Goal) => void
}

/** The highlights of the document in the order of its text; a press goes there. */
export function HighlightList({ notebook, placed, go }: HighlightListProps) {
  const { t } = useTranslation('viewer')
  return (
    <section
      className={classes(viewerStyles.outline, viewerStyles.highlights, styles.list)}
      aria-label={t('highlights.title')}
    >
      {!notebook || placed.length === 0 ? (
        <p className={styles.none}>{t('highlights.none')}</p>
      ) : (
        <ol>
          {placed.map((one) => (
            <HighlightEntry key={one.item.id} notebook={notebook} {...one} go={go} />
          ))}
        </ol>
      )}
    </section>
  )
}

interface HighlightEntryProps extends PlacedHighlight, Pick<HighlightListProps, 'go'> {
  readonly notebook: Notebook
}

function HighlightEntry({ notebook, item, range, go }: HighlightEntryProps) {
  const { t } = useTranslation('viewer')
  const chosen = useHighlights((state) => (state.chosen?.id === item.id ? state.chosen : null))
  const entry = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (chosen) entry.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const isWriting = chosen?.isWriting === true
  const editButton = useFocusBack(isWriting)
  const { comment } = item
  const write = () => chooseHighlight({ id: item.id, isWriting: true })
  const show = () => {
    chooseHighlight({ id: item.id, isWriting: false })
    if (range) go({ kind: 'own', id: item.id, range })
  }
  const [source] = item.sources
  return (
    <li
      ref={entry}
      className={classes(styles.entry, chosen && styles.chosen)}
      aria-current={chosen ? 'true' : undefined}
    >
      <button
        type="button"
        className={styles.quote}
        lang={textLanguage(item.text)}
        disabled={range === null}
        onClick={show}
      >
        {withoutOverrides(item.text)}
      </button>
      {range === null && <p className={styles.gone}>{t('highlights.gone')}</p>}
      {isWriting ? (
        <CommentEditor notebook={notebook} item={item} />
      ) : (
        <>
          {comment !== undefined && (
            <p className={styles.comment} lang={textLanguage(comment)}>
              {withoutOverrides(comment)}
            </p>
          )}
          <div className={styles.foot}>
            <div className={styles.place}>{source && <SourcePlace {...source} />}</div>
            <IconButton
              ref={editButton}
              icon={comment === undefined ? MessageSquarePlus : Pencil}
              label={comment === undefined ? t('highlights.addComment') : t('highlights.editComment')}
              onClick={write}
            />
            <IconButton
              icon={Trash2}
              label={t('highlights.remove')}
              onClick={() => void removeHighlight(notebook, item)}
            />
          </div>
        </>
      )}
    </li>
  )
}

function CommentEditor({ notebook, item }: Pick<HighlightEntryProps, 'notebook' | 'item'>) {
  const { t } = useTranslation('viewer')
  const { id, comment = '' } = item
  const finish = async (typed: string | null) => {
    const isKept = typed === null || typed === comment || (await commentOn(notebook, id, typed))
    if (isKept) chooseHighlight({ id, isWriting: false })
  }
  return (
    <NoteEditor
      text={comment}
      label={t('highlights.comment')}
      save={t('highlights.save')}
      saveKeys={keysOf('mod+enter')}
      lines={2}
      mayBeEmpty
      onDone={(typed) => void finish(typed)}
    />
  )
}

/** A button that has the focus once writing ended and left it nowhere. */
function useFocusBack(isWriting: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasWriting = useRef(isWriting)
  useEffect(() => {
    if (wasWriting.current && !isWriting && focused() === null) button.current?.focus()
    wasWriting.current = isWriting
  }, [isWriting])
  return button
}
