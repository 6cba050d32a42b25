import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './rows.module.css'

interface ShortListProps<T> {
  readonly items: readonly T[]
  readonly first: number
  readonly label: string
  readonly row: (item: T, at: number) => ReactNode
}

/** The first of a list, and the rest on request. */
export function ShortList<T>({ items, first, label, row }: ShortListProps<T>) {
  const { t } = useTranslation('graph')
  const [whole, setWhole] = useState(false)
  const hidden = items.length - first
  return (
    <>
      {/* Keys only move the focus between its buttons. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul className={styles.rows} aria-label={label} onKeyDown={moveInList}>
        {(whole ? items : items.slice(0, first)).map(row)}
      </ul>
      {hidden > 0 && (
        <button type="button" className={styles.more} onClick={() => setWhole(!whole)} aria-expanded={whole}>
          {whole ? t('showLess') : t('showMore', { count: hidden })}
        </button>
      )}
    </>
  )
}

/** Arrow keys, Home and End move the focus between the main buttons of a list. */
export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button[data-row]')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
  const button = to === undefined || at < 0 ? undefined : buttons[Math.min(Math.max(to, 0), buttons.length - 1)]
  if (!button) return
  event.preventDefault()
  button.focus()
}
