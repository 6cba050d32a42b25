import { MAX_QUESTION_LENGTH } from '@shared/api/api'
import { ArrowUp, Hash, Square } from 'lucide-react'
import {
  type ChangeEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useChat } from '@renderer/state/chat/chat-store'
import { interruptTurn, stopTurn } from '@renderer/state/chat/turns/stop-turn'
import { draftKey, useDrafts, writeDraft } from '@renderer/state/chat/drafts'
import { filterOf, isWhole, type Scope, setScope, useScopes, wholeLibrary } from '@renderer/state/library/scope'
import { askKept } from '@renderer/state/chat/unsent'
import { researchNewest, switchDeepSearch, useDeepSearch } from '@renderer/state/research/research-turn'
import { placesOf, shownVersion } from '@renderer/state/chat/turns/turn-versions'
import { useShortcut, useShortcutKeys } from '@renderer/state/window/shortcuts'
import { classes } from '@renderer/ui/classes'
import { IconButton } from '@renderer/ui/controls/button'
import { startEditing } from '../editing'
import styles from './composer.module.css'
import { DeepSwitch, useIsDeep } from './deep-switch'
import { LongTextOffer } from './long-text-offer'
import { GraphMenu } from './menus/graph-menu'
import { ModelMenu } from './menus/model-menu'
import { ScopeChips } from './scope-chips'
import { optionId, ScopePicker } from './scope-picker'
import { ToolPicker } from './tool-picker'
import { useLongText } from './use-long-text'
import { useScopePicker } from './use-scope-picker'
import { useToolPicker } from './use-tool-picker'

/** From here on the length is shown, in UTF-16 units. */
const nearLimit = MAX_QUESTION_LENGTH - 500

/** Where questions are written. Enter sends, Shift+Enter breaks the line, `#` limits the search, `@` at the beginning calls a tool. */
export function Composer({ sessionId }: { readonly sessionId: string | null }) {
  const { t } = useTranslation('chat')
  const pickerId = useId()
  const composer = useComposer(sessionId)
  const { key, text, scope, tooLong, activeTurn, field, picker, tools, longText } = composer
  const offered = tools.open ? tools : picker
  return (
    <div className={styles.foot}>
      <div className={styles.column}>
        <OpenPicker id={pickerId} scopes={picker} tools={tools} />
        {longText.text !== null && (
          <LongTextOffer length={longText.text.length} onAdd={() => void longText.add()} onDismiss={longText.dismiss} />
        )}
        <div className={styles.box}>
          <ScopeChips scopeKey={key} scope={scope} />
          <textarea
            ref={field}
            rows={1}
            value={text}
            placeholder={isWhole(scope) ? t('placeholder') : t('placeholderScoped')}
            aria-label={t('composer')}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={offered.open ? pickerId : undefined}
            aria-activedescendant={
              offered.open && offered.options.length > 0 ? optionId(pickerId, offered.active) : undefined
            }
            aria-invalid={tooLong}
            className={styles.field}
            dir="auto"
            onChange={composer.change}
            onSelect={composer.readCaret}
            onFocus={composer.readCaret}
            onBlur={composer.forgetCaret}
            onKeyDown={composer.press}
            onPaste={longText.paste}
          />
          <ComposerBar
            chatKey={key}
            text={text}
            tooLong={tooLong}
            activeTurn={activeTurn}
            onScope={composer.beginScope}
            onSend={composer.send}
          />
        </div>
      </div>
    </div>
  )
}

interface OpenPickerProps {
  readonly id: string
  readonly scopes: ReturnType<typeof useScopePicker>
  readonly tools: ReturnType<typeof useToolPicker>
}

/** The list that a `#` or an `@` has opened; there is one at most, since both need the caret. */
function OpenPicker({ id, scopes, tools }: OpenPickerProps) {
  if (tools.open) {
    const { options, active, setActive, choose } = tools
    return <ToolPicker id={id} options={options} active={active} onActive={setActive} onChoose={choose} />
  }
  if (!scopes.open) return null
  const { options, words = '', active, setActive, choose } = scopes
  return <ScopePicker id={id} options={options} words={words} active={active} onActive={setActive} onChoose={choose} />
}

/** The draft of a chat, and what the text field and the keys do with it. */
function useComposer(sessionId: string | null) {
  const key = draftKey(sessionId)
  const text = useDrafts((state) => state.entries[key] ?? '')
  const scope = useScopes((state) => state.entries[key] ?? wholeLibrary)
  const activeTurn = useActiveTurn(sessionId)
  const field = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState<number | null>(null)
  useAutoGrow(field, text)
  useComposerShortcuts(field, activeTurn)
  useEffect(() => field.current?.focus(), [sessionId])

  const write = (next: string, place: number) => {
    // The field takes the text first; put any later, the caret would land amid what is typed meanwhile.
    flushSync(() => {
      writeDraft(key, next)
      setCaret(place)
    })
    field.current?.focus()
    field.current?.setSelectionRange(place, place)
  }
  const picker = useScopePicker({ text, caret, scopeKey: key, scope, onText: write })
  const tools = useToolPicker({ text, caret, onText: write })
  const question = text.trim()
  const tooLong = question.length > MAX_QUESTION_LENGTH
  const longText = useLongText(key, tooLong ? text : null)
  const send = () => {
    if (question === '' || tooLong) return
    longText.drop()
    sendQuestion(question, sessionId, scope)
  }
  const press = (event: KeyboardEvent) => {
    if (isComposing(event) || tools.press(event) || picker.press(event)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    } else if (event.key === 'ArrowUp' && text === '' && editLast(sessionId)) event.preventDefault()
  }
  const readCaret = () => {
    const area = field.current
    setCaret(area && area.selectionStart === area.selectionEnd ? area.selectionStart : null)
  }
  return {
    ...{ key, text, scope, tooLong, activeTurn, field, picker, tools, longText, send, press, readCaret },
    forgetCaret: () => setCaret(null),
    change: (event: ChangeEvent<HTMLTextAreaElement>) => {
      writeDraft(key, event.target.value)
      readCaret()
    },
    beginScope: () => {
      const gap = text === '' || /\s$/u.test(text) ? '' : ' '
      write(`${text}${gap}#`, text.length + gap.length + 1)
    },
  }
}

/** The keys that reach the composer from anywhere: to write, and to stop the running answer. */
function useComposerShortcuts(field: RefObject<HTMLTextAreaElement | null>, activeTurn: string | null): void {
  useShortcut('focus_composer', () => {
    field.current?.focus()
    return field.current !== null
  })
  useShortcut('stop', () => {
    if (activeTurn === null) return false
    void interruptTurn(activeTurn)
    return true
  })
}

interface ComposerBarProps {
  readonly chatKey: string
  readonly text: string
  readonly tooLong: boolean
  readonly activeTurn: string | null
  readonly onScope: () => void
  readonly onSend: () => void
}

/** The bar below the text field: scope, length near the limit, model, and the buttons that stop and send. */
function ComposerBar({ chatKey, text, tooLong, activeTurn, onScope, onSend }: ComposerBarProps) {
  const { t } = useTranslation('chat')
  const stopKeys = useShortcutKeys('stop')
  const question = text.trim()
  const isDeep = useIsDeep(chatKey)
  return (
    <div className={styles.bar}>
      <IconButton icon={Hash} label={t('scope.limit')} onClick={onScope} />
      <DeepSwitch chatKey={chatKey} />
      {isDeep ? (
        <span className={styles.hint}>{t('deeper.hint')}</span>
      ) : (
        <span className={styles.hints}>
          {(['send', 'scope', 'tool', 'line'] as const).map((hint) => (
            <span key={hint}>{t(`hints.${hint}`)}</span>
          ))}
        </span>
      )}
      {text.length > nearLimit && (
        <span className={classes(styles.count, tooLong && styles.over)} role={tooLong ? 'alert' : undefined}>
          {t('length', { length: question.length, most: MAX_QUESTION_LENGTH })}
        </span>
      )}
      <GraphMenu chatKey={chatKey} />
      <ModelMenu chatKey={chatKey} />
      {activeTurn !== null && (
        <IconButton
          look="plain"
          icon={Square}
          label={t('stop')}
          keys={stopKeys}
          onClick={() => void stopTurn(activeTurn)}
        />
      )}
      <IconButton
        look="primary"
        icon={ArrowUp}
        label={t('send')}
        disabled={question === '' || tooLong}
        onClick={onSend}
      />
    </div>
  )
}

/** The turn that is being answered now; questions after it wait. */
function useActiveTurn(sessionId: string | null): string | null {
  return useChat(({ sessions }) => {
    const turns = sessionId === null ? undefined : sessions[sessionId]?.turns
    return turns?.find(({ status }) => status === 'running')?.turn_id ?? null
  })
}

/** Edits the last question as it is on show. False where there is none, or it is still being answered. */
function editLast(sessionId: string | null): boolean {
  const { sessions, versions } = useChat.getState()
  const session = sessionId === null ? undefined : sessions[sessionId]
  const place = placesOf(session?.turns ?? [], !session?.earlier).at(-1)
  const last = place && shownVersion(place, versions[place.id])
  if (!last || last.status === 'running') return false
  startEditing(last)
  return true
}

/** Asks what was typed; a new chat takes the scope chosen for it along, and the next new chat starts without one. */
function sendQuestion(question: string, sessionId: string | null, scope: Scope): void {
  const key = draftKey(sessionId)
  const asked = askKept(question, { sessionId, filter: filterOf(scope) })
  writeDraft(key, '')
  if (useDeepSearch.getState().chats.has(key)) {
    switchDeepSearch(key, false)
    void researchNewest(asked)
  }
  if (sessionId !== null) return
  setScope(draftKey(asked), scope)
  setScope(key, wholeLibrary)
}

/** Makes a text field as high as its text, up to what its style sheet allows. */
export function useAutoGrow(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    if (field.current) fitHeight(field.current)
  }, [field, text])
  useEffect(() => {
    const area = field.current
    if (!area) return
    let width = area.clientWidth
    // In another width the same text takes other lines. Its height is what is set here, which is no reason to set it again.
    const observer = new ResizeObserver(() => {
      if (area.clientWidth !== width) fitHeight(area)
      width = area.clientWidth
    })
    observer.observe(area)
    return () => observer.disconnect()
  }, [field])
}

/** Its height is only known once it is free of the one it had. */
function fitHeight(area: HTMLTextAreaElement): void {
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight}px`
}

/** Whether a key belongs to an input method, which uses Enter to accept what it offers. 229 is what older ones send. */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- Safari ends the composition before the key that accepts it
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}
