import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './page-box.module.css'

interface PageBoxProps {
  /** 1-based. */
  readonly current: number
  readonly count: number
  readonly go: (page: number) => void
}

/** The number of the page in sight, and a field to go to another. */
export function PageBox({ current, count, go }: PageBoxProps) {
  const { t } = useTranslation('viewer')
  const [typed, setTyped] = useState<string | null>(null)
  const leave = (): void => {
    const page = Number.parseInt((typed ?? '').normalize('NFKC'), 10)
    setTyped(null)
    if (Number.isFinite(page) && page !== current) go(Math.min(Math.max(page, 1), count))
  }
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') leave()
    else if (event.key === 'Escape') setTyped(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span className={styles.pages}>
      <input
        className={styles.number}
        value={typed ?? String(current)}
        inputMode="numeric"
        style={{ width: `${Math.max(2, String(count).length) + 2}ch` }}
        aria-label={t('goToPage')}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={leave}
        onKeyDown={press}
      />
      <span>{t('ofPages', { count })}</span>
    </span>
  )
}
