import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { moveInList } from '@renderer/ui/list-keys'
import styles from './rows.module.css'

export interface ShortListProps<T> {
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
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move between its buttons */}
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
