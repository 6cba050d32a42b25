import type { SessionHeader } from '@shared/session/session-view'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CheckBox } from '@renderer/ui/controls/check-box'
import { placeAfterKey } from '@renderer/ui/list-keys'
import { RelativeTime } from '@renderer/ui/text/relative-time'
import { safeName } from '@renderer/ui/text/safe-name'
import { TextField } from '@renderer/ui/controls/text-field'
import { numberText } from '@renderer/ui/text/figure-text'
import styles from './chat-chooser.module.css'

interface ChatChooserProps {
  readonly headers: readonly SessionHeader[]
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

/** Chats to tick, found by their titles. Tab stops at one of them; arrows move on. */
export function ChatChooser({ headers, chosen, onChange }: ChatChooserProps) {
  const { t } = useTranslation('exchange')
  const [text, setText] = useState('')
  const query = text.trim().toLocaleLowerCase()
  const shown = useMemo(
    () => (query === '' ? headers : headers.filter(({ title }) => title.toLocaleLowerCase().includes(query))),
    [headers, query],
  )
  const { scroll, virtual, active, setActive, press } = useChatRows(shown)
  const tick = (ids: readonly string[], on: boolean) => onChange(withTicks(chosen, ids, on))
  return (
    <div className={styles.chooser}>
      <TextField label={t('export.filter')} value={text} onChange={(event) => setText(event.target.value)} />
      <div className={styles.frame}>
        <TickAll headers={headers} shown={shown} chosen={chosen} found={query !== ''} onTick={tick} />
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys are those of the boxes inside, which have the focus */}
        <div
          ref={scroll}
          className={styles.scroll}
          role="group"
          tabIndex={-1}
          aria-label={t('export.chats')}
          onKeyDown={press}
        >
          {shown.length === 0 && <p className={styles.none}>{t('export.noneFound', { query: text.trim() })}</p>}
          <div className={styles.rows} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ key, index, start, size }) => {
              const header = shown[index]
              if (!header) return null
              return (
                <div
                  key={key}
                  data-at={index}
                  className={styles.row}
                  style={{ height: size, transform: `translateY(${String(start)}px)` }}
                >
                  <CheckBox
                    checked={chosen.has(header.id)}
                    onChange={(on) => {
                      setActive(index)
                      tick([header.id], on)
                    }}
                    label={safeName(header.title)}
                    tabIndex={index === active ? 0 : -1}
                  />
                  <span className={styles.time}>
                    <RelativeTime time={header.updated_at} />
                  </span>
                </div>
              )
            })}
          </div>
        </div>
      </div>
    </div>
  )
}

const rowRem = 1.875

/** The rows in sight and which of them Tab stops at; keys move on from it. */
function useChatRows(shown: readonly SessionHeader[]) {
  const scroll = useRef<HTMLDivElement>(null)
  const [chosenRow, setActive] = useState(0)
  const last = shown.length - 1
  const active = Math.min(chosenRow, last)
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowRem * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16),
    getItemKey: (at) => shown[at]?.id ?? at,
    overscan: 6,
  })
  const press = (event: KeyboardEvent) => {
    const at = placeAfterKey(event.key, active, last)
    if (at === undefined) return
    event.preventDefault()
    setActive(at)
    virtual.scrollToIndex(at)
    // The row may only exist after the list has scrolled to it.
    requestAnimationFrame(() =>
      scroll.current?.querySelector<HTMLElement>(`[data-at="${String(at)}"] [role="checkbox"]`)?.focus(),
    )
  }
  return { scroll, virtual, active, setActive, press }
}

function withTicks(chosen: ReadonlySet<string>, ids: readonly string[], on: boolean): ReadonlySet<string> {
  const next = new Set(chosen)
  for (const id of ids) {
    if (on) next.add(id)
    else next.delete(id)
  }
  return next
}

interface TickAllProps extends Pick<ChatChooserProps, 'headers' | 'chosen'> {
  readonly shown: readonly SessionHeader[]
  /** Only some chats are shown, because a title was looked for. */
  readonly found: boolean
  readonly onTick: (ids: readonly string[], on: boolean) => void
}

/** Ticks all that are shown, and says how many are ticked. */
function TickAll({ headers, shown, chosen, found, onTick }: TickAllProps) {
  const { t } = useTranslation('exchange')
  const ticked = shown.filter(({ id }) => chosen.has(id)).length
  return (
    <div className={styles.head}>
      <CheckBox
        checked={ticked > 0 && ticked < shown.length ? 'some' : ticked > 0}
        onChange={(on) =>
          onTick(
            shown.map(({ id }) => id),
            on,
          )
        }
        label={found ? t('export.tickShown') : t('export.tickAll')}
      />
      <span className="numeric" role="status">
        {t('export.ticked', { count: chosen.size, number: numberText(chosen.size), total: numberText(headers.length) })}
      </span>
    </div>
  )
}
