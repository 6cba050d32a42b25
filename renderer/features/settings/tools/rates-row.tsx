import type { RatesDays } from '@shared/api/tools-api'
import type { ErrorReport } from '@shared/errors'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { importRates, readRates, useExchangeRates } from '@renderer/state/tools/exchange-rates'
import { classes } from '@renderer/ui/classes'
import { Button } from '@renderer/ui/controls/button'
import { FileInput } from '@renderer/ui/documents/file-input'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import rows from '@renderer/ui/rows.module.css'
import styles from './tools.module.css'

/** Of which days the exchange rates are, and a place to choose or drop a file of others. */
export function RatesRow() {
  const { t } = useTranslation('settings')
  const open = useConnection((state) => state.status === 'open')
  const { days, unread, refused, isBusy } = useExchangeRates()
  const input = useRef<HTMLInputElement>(null)
  const [isImported, setImported] = useState(false)
  useEffect(() => {
    if (open) void readRates()
  }, [open])
  const take = async ([file]: ArrayLike<File> & Iterable<File>) => {
    if (!file) return
    setImported(false)
    setImported(await importRates(file))
  }
  const { isOver, ...drop } = useDrop((files) => void take(files))
  const said = useDaysText()(days)
  return (
    <div
      role="group"
      aria-label={t('tools.rates.title')}
      className={classes(styles.rates, isOver && styles.over)}
      {...drop}
    >
      <div className={rows.line}>
        <div className={rows.what}>
          <p className={rows.name}>{t('tools.rates.title')}</p>
          <p className={rows.text} aria-live="polite">
            {[isBusy ? t('tools.rates.importing') : isImported && t('tools.rates.imported'), said]
              .filter(Boolean)
              .join(' ')}
          </p>
          <p className={rows.facts}>{t(isOver ? 'tools.rates.drop' : 'tools.rates.hint')}</p>
        </div>
        <Button size="small" disabled={isBusy} onClick={() => input.current?.click()}>
          {t('tools.rates.choose')}
        </Button>
        <FileInput ref={input} multiple={false} accept=".xml,.csv" onChosen={(files) => void take(Array.from(files))} />
      </div>
      {unread && <ErrorNote error={unread} onRetry={() => void readRates()} />}
      {refused && <Refusal error={refused} days={days} />}
    </div>
  )
}

/** Why a file was not taken over, and that the rates before it were kept. */
function Refusal({ error, days }: { readonly error: ErrorReport; readonly days: RatesDays | null | undefined }) {
  const { t } = useTranslation('settings')
  const date = useDate()
  const { code } = error
  const isOfFile = code === 'FORMAT_UNSUPPORTED' || code === 'FILE_CORRUPT' || code === 'FILE_TOO_LARGE'
  return (
    <ErrorNote
      error={error}
      title={days ? t('tools.rates.refusedKept', { last: date(days.last) }) : t('tools.rates.refused')}
      inWords={isOfFile ? { message: t(`tools.rates.wrong.${code}`), action: '' } : undefined}
    />
  )
}

/** Says of which days rates are. */
function useDaysText(): (days: RatesDays | null | undefined) => string {
  const { t } = useTranslation('settings')
  const date = useDate()
  return (days) => {
    if (days === undefined) return t('tools.rates.loading')
    if (days === null) return t('tools.rates.none')
    const [first, last] = [date(days.first), date(days.last)]
    return first === last ? t('tools.rates.ofDay', { last }) : t('tools.rates.ofDays', { first, last })
  }
}

function useDate(): (iso: string) => string {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeZone: 'UTC' })
  return (iso) => format.format(new Date(iso))
}

/** A place of its own in the window, which would otherwise take what is dropped as documents. */
function useDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)
  const hover = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.stopPropagation()
    setOver(true)
  }
  return {
    isOver,
    onDragEnter: hover,
    onDragOver: hover,
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (event.dataTransfer.files.length === 0) return
      event.preventDefault()
      event.stopPropagation()
      onFiles(Array.from(event.dataTransfer.files))
    },
  }
}
