import { CircleAlert, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type NoticeKey, noticeNamespaces } from '@renderer/locales/text-key'
import { Button, IconButton } from '../controls/button'
import { safeName } from '../text/safe-name'
import styles from './toaster.module.css'
import { useErrorText } from '../text/use-error-text'
import type { ErrorReport } from '@shared/errors'

/** A notice as it is shown. */
export interface ToastNotice {
  readonly id: number
  readonly kind: 'info' | 'error'
  readonly key: NoticeKey
  readonly values: Readonly<Record<string, string | number>>
  readonly error: ErrorReport | null
  readonly action: { readonly key: NoticeKey; readonly run: () => void } | null
  /** How long it stays; one that is held stays this long after it is let go. */
  readonly lifeMs: number | null
  /** When it ends where it has an action, held or not; milliseconds since the epoch. */
  readonly endsAt: number | null
}

interface ToasterProps {
  readonly notices: readonly ToastNotice[]
  readonly dismiss: (id: number) => void
}

/** Notices in a corner. They take no focus and cover no input; while the pointer or focus is on them they stay as long as their acts can. */
export function Toaster({ notices, dismiss }: ToasterProps) {
  const { t } = useTranslation('app')
  const [held, setHeld] = useState(false)
  // A notice that is closed under the pointer sends no leave event.
  const paused = held && notices.length > 0
  const region = useRef<HTMLElement>(null)
  /** What had the focus before a notice got it. */
  const before = useRef<HTMLElement | null>(null)
  const leave = useCallback(
    (id: number) => {
      const hadFocus = region.current?.contains(document.activeElement) === true
      dismiss(id)
      if (!hadFocus) return
      const next = before.current?.isConnected === true ? before.current : document.getElementById('main')
      next?.focus({ preventScroll: true })
    },
    [dismiss],
  )
  return (
    // Pointer and focus only hold the notices; what can be pressed are the buttons inside.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={region}
      className={styles.region}
      aria-label={t('notices')}
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
      <ol className={styles.list} aria-live="polite" aria-relevant="additions">
        {notices.map((notice) => (
          <Toast key={notice.id} notice={notice} paused={paused} dismiss={leave} />
        ))}
      </ol>
    </section>
  )
}

interface ToastProps {
  readonly notice: ToastNotice
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
    <li className={styles.toast} role={kind === 'error' ? 'alert' : undefined}>
      {kind === 'error' && <CircleAlert size={16} strokeWidth={1.75} className={styles.failed} aria-hidden />}
      <div className={styles.text}>
        <p>{t(key, shown)}</p>
        {text && <p className={styles.detail}>{[text.message, text.detail, text.action].filter(Boolean).join(' ')}</p>}
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
      <IconButton size="small" icon={X} label={t('close')} onClick={close} />
    </li>
  )
}
