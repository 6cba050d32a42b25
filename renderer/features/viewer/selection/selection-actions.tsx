import { CircleHelp, Copy, Highlighter, MessageSquarePlus, MessageSquareQuote } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askAbout } from '@renderer/state/chat/ask-about'
import { useSelectedTurn } from '@renderer/state/chat/evidence-selection'
import { isUntaken } from '@renderer/state/chat/chat-session'
import { askWhyNot } from '@renderer/state/chat/turns/answer-checks'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { useRoute } from '@renderer/state/window/address'
import { attempt, notify } from '@renderer/state/window/notices'
import { comboOf, keysOf, useShortcut, useShortcutKeys } from '@renderer/state/window/shortcuts'
import { addHighlight } from '@renderer/state/notes/highlights-store'
import { type NotedDocument, noteOfSelection } from '@shared/research/note-of-selection'
import { readNotebooks, useNotebooks } from '@renderer/state/notes/notebooks-store'
import { saveNote } from '@renderer/state/notes/save-note'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { SaveNoteMenu } from '@renderer/ui/documents/save-note-menu'
import { safeName } from '@renderer/ui/text/safe-name'
import { readSelection, type SelectedText } from './selected-text'
import styles from './selection-actions.module.css'

interface SelectionActionsProps {
  /** The element in which text is selected; positioned. */
  readonly area: RefObject<HTMLElement | null>
  readonly document: NotedDocument
  /** A highlight is made that is to be commented on. */
  readonly onComment: () => void
}

const askKeys = 'mod+enter'

/** Buttons for selected text: ask about it, highlight it, comment on it, copy it with its source, save it to a notebook. */
export function SelectionActions({ area, document: shown, onComment }: SelectionActionsProps) {
  const { t } = useTranslation('viewer')
  const notebooks = useNotebooks(({ headers }) => headers)
  const turn = useAnswered()
  const { id: documentId, name } = shown
  const ask = (text: string): void => {
    askAbout(text, documentId)
    document.getSelection()?.removeAllRanges()
  }
  const selected = useSelectedText(area, ask)
  const copy = async ({ text, page }: SelectedText): Promise<void> => {
    const source = page === null ? safeName(name) : t('sourcePage', { name: safeName(name), page })
    await attempt(async () => {
      await navigator.clipboard.writeText(`${text}\n\n— ${source}`)
      notify({ key: 'viewer:copiedWithSource', lifeMs: 2500 })
    }, 'viewer:copyFailed')
  }
  const highlight = (isWriting: boolean): boolean => {
    if (!selected) return false
    if (isWriting) onComment()
    void addHighlight(shown, noteOfSelection(shown, selected), isWriting)
    document.getSelection()?.removeAllRanges()
    return true
  }
  useShortcut('highlight', () => highlight(false))
  const highlightKeys = useShortcutKeys('highlight')
  if (!selected) return null
  return (
    <div
      className={styles.actions}
      style={{ left: selected.x, top: selected.y }}
      role="toolbar"
      aria-label={t('selection')}
      data-selection-actions
    >
      <Button look="quiet" size="small" onClick={() => ask(selected.text)} title={keysOf(askKeys).join(' + ')}>
        <MessageSquareQuote size={15} strokeWidth={1.75} aria-hidden />
        {t('askAbout')}
      </Button>
      <IconButton
        icon={Highlighter}
        label={t('highlights.make')}
        keys={highlightKeys}
        onClick={() => highlight(false)}
      />
      <IconButton icon={MessageSquarePlus} label={t('highlights.addComment')} onClick={() => highlight(true)} />
      {turn && <IconButton icon={CircleHelp} label={t('whyNot')} onClick={() => askWhyNot(turn, selected.text)} />}
      <IconButton icon={Copy} label={t('copyWithSource')} onClick={() => void copy(selected)} />
      <SaveNoteMenu
        notebooks={notebooks}
        onOpen={() => void readNotebooks()}
        onSave={(into) => void saveNote(noteOfSelection(shown, selected), into)}
      />
    </div>
  )
}

/** The answer beside which the document was opened, where it can be asked why it does not say something. */
function useAnswered(): Turn | undefined {
  const inChat = useRoute(({ view }) => view === 'chat')
  const turn = useSelectedTurn()
  return turn && inChat && turn.status !== 'running' && !isUntaken(turn) ? turn : undefined
}

/** The text selected in an element; Ctrl or Command and Enter ask about it. */
function useSelectedText(area: RefObject<HTMLElement | null>, ask: (text: string) => void): SelectedText | null {
  const [selected, setSelected] = useState<SelectedText | null>(null)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!selected || comboOf(event) !== askKeys || event.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    ask(selected.text)
  })
  useEffect(() => {
    const element = area.current
    if (!element) return
    let isPressed = false
    const read = (): void => {
      // While the mouse is down the words still change; what follows them would be in the way. A press in the menu of notebooks
      // takes the selection away, and the menu is for what was selected.
      const isChoosing = document.querySelector('[data-selection-actions] [aria-expanded="true"]') !== null
      if (!isPressed && !isChoosing) setSelected(readSelection(element))
    }
    const down = (event: PointerEvent): void => {
      isPressed = event.target instanceof Node && element.contains(event.target)
      // A press on the buttons themselves must not take them away.
      if (event.target instanceof Element && event.target.closest('[data-selection-actions]')) isPressed = false
      else if (isPressed) setSelected(null)
    }
    const up = (): void => {
      isPressed = false
      read()
    }
    const keyed = (event: KeyboardEvent): void => press(event)
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('selectionchange', read, { signal })
    document.addEventListener('pointerdown', down, { signal })
    document.addEventListener('pointerup', up, { signal })
    document.addEventListener('keydown', keyed, { signal, capture: true })
    element.addEventListener('scroll', read, { signal, capture: true, passive: true })
    return () => stop.abort()
  }, [area])
  return selected
}
