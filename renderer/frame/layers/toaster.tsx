import { CircleAlert, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noticeNamespaces } from '@renderer/locales/text-key'
import { dismiss, type Notice, useNotices } from '@renderer/state/window/notices'
import { fixedShortcuts, keysOf, useShortcut } from '@renderer/state/window/shortcuts'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { redactionText } from '@renderer/ui/text/redaction-text'
import { safeName } from '@renderer/ui/text/safe-name'
import { useErrorText } from '@renderer/ui/text/use-error-text'
import { sentencesText } from '@renderer/ui/text/figure-text'
import styles from './toaster.module.css'

/** Notices in a corner. They take no focus and cover no input; F8 goes to the newest. While the pointer or focus is on them they stay as long as their acts can. */
export function Toaster() {
  const { t } = useTranslation('app')
  const notices = useNotices((state) => state.notices)
  const [held, setHeld] = useState(false)
  // A notice that is closed under the pointer sends no leave event.
  const paused = held && notices.length > 0
  const region = useRef<HTMLElement>(null)
  /** The element that had the focus before a notice got it. */
  const before = useRef<HTMLElement | null>(null)
  const leave = useCallback((id: number) => {
    const hadFocus = region.current?.contains(document.activeElement) === true
    dismiss(id)
    if (!hadFocus) return
    const next = before.current?.isConnected === true ? before.current : document.getElementById('main')
    next?.focus({ preventScroll: true })
  }, [])
  useShortcut('notices', () => {
    const act = document.querySelector<HTMLElement>(`#${elementId(notices.at(-1))} button`)
    act?.focus()
    return act !== null
  })
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pointer and focus only hold the notices
    <section
      ref={region}
      className={styles.region}
      aria-label={t('notices')}
      aria-keyshortcuts={keysOf(fixedShortcuts.notices).join('+')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setHeld(true)
        if (!currentTarget.contains(relatedTarget)) {
          before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null
        }
      }}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setHeld(false)}
    >
      {/* Two lists that are always there, so that a failure is said at once, and once. */}
      {(['assertive', 'polite'] as const).map((live) => (
        <ol key={live} className={styles.list} aria-live={live} aria-relevant="additions">
          {notices
            .filter(({ kind }) => (kind === 'error') === (live === 'assertive'))
            .map((notice) => (
              <Toast key={notice.id} notice={notice} paused={paused} dismiss={leave} />
            ))}
        </ol>
      ))}
    </section>
  )
}

function elementId(notice: Notice | undefined): string {
  return `notice-${notice?.id ?? 'none'}`
}

interface ToastProps {
  readonly notice: Notice
  readonly paused: boolean
  readonly dismiss: (id: number) => void
}

function Toast({ notice, paused, dismiss }: ToastProps) {
  const { t } = useTranslation(noticeNamespaces)
  const errorText = useErrorText()
  const { id, kind, key, values, error, action, lifeMs, endsAt } = notice
  const close = useCallback(() => dismiss(id), [dismiss, id])
  const acts = action !== null
  // What an act can still undo does not wait for the pointer to leave.
  const held = paused && !acts
  useEffect(() => {
    if (lifeMs === null || endsAt === null || held) return
    const timer = setTimeout(close, acts ? Math.max(0, endsAt - Date.now()) : lifeMs)
    return () => clearTimeout(timer)
  }, [lifeMs, endsAt, acts, held, close])
  const shown = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? `\u2068${safeName(value)}\u2069` : value,
    ]),
  )
  const text = error && errorText(error)
  return (
    <li id={elementId(notice)} className={styles.toast}>
      {kind === 'error' && <CircleAlert size={16} strokeWidth={1.75} className={styles.failed} aria-hidden />}
      <div className={styles.text}>
        <p>{t(key, shown)}</p>
        <LeftOut redaction={notice.redaction} />
        {text && <p className={styles.detail}>{sentencesText([text.message, text.detail, text.action])}</p>}
      </div>
      {action && (
        <Button
          size="small"
          onClick={() => {
            close()
            action.run()
          }}
        >
          {t(action.key)}
        </Button>
      )}
      <IconButton icon={X} label={t('close')} onClick={close} />
    </li>
  )
}

/** A sentence for each thing that an export was asked to leave out. */
function LeftOut({ redaction }: Pick<Notice, 'redaction'>) {
  const { t } = useTranslation('exchange')
  if (!redaction) return null
  return redactionText(redaction.report, redaction.asked, t).map((sentence) => (
    <p key={sentence} className={styles.detail}>
      {sentence}
    </p>
  ))
}
