import type { TraceSummary } from '@shared/diagnostics/trace'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clearTraces, readTraces, saveTraces, type TraceFilter } from '@renderer/state/kept-traces'
import { Button } from '@renderer/ui/controls/button'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { useFetched } from '@renderer/ui/feedback/use-fetched'
import { LateSkeleton } from '@renderer/ui/feedback/waiting'
import rows from '@renderer/ui/rows.module.css'
import { ComparisonDialog } from './comparison-dialog'
import { TraceDialog } from './trace-dialog'
import { TraceFilters } from './trace-filters'
import { TraceTable } from './trace-table'
import styles from './diagnostics.module.css'

const slice = 25
/** As many as the engine lists at once. */
const most = 500

/** Traces, newest first: filtered, opened as a waterfall, two of them compared, exported, deleted. */
export function TraceList() {
  const { t } = useTranslation('diagnostics')
  const [isOpen, setOpen] = useState(false)
  const [filter, setFilter] = useState<TraceFilter>({})
  const [limit, setLimit] = useState(slice)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [shown, setShown] = useState<TraceSummary | null>(null)
  const key = isOpen ? JSON.stringify(filter) : null
  const page = useFetched(key, () => readTraces(filter, limit), { version: limit })
  const listed = page.value ?? (page.error ? null : page.last?.value)
  const cleared = () => {
    setChosen([])
    page.again()
  }
  return (
    <>
      <h3 className={styles.subtitle}>{t('traces.title')}</h3>
      <details className={rows.folded} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('traces.show')}</summary>
        <TraceFilters
          filter={filter}
          onChange={(next) => {
            setFilter(next)
            setLimit(slice)
          }}
        />
        {page.error && <ErrorNote error={page.error} nothingLost onRetry={page.again} />}
        {isOpen && !listed && !page.error && <LateSkeleton lines={4} label={t('traces.loading')} />}
        {listed?.total === 0 && <p className={rows.none}>{t('traces.none')}</p>}
        {listed && listed.total > 0 && (
          <TraceTable traces={listed.traces} chosen={chosen} onChoose={setChosen} onShow={setShown} />
        )}
        <div className={styles.acts}>
          <Button size="small" look="quiet" onClick={page.again}>
            {t('traces.again')}
          </Button>
          <ComparingButton chosen={chosen} />
          <FileActs filter={filter} isEmpty={!listed || listed.total === 0} onCleared={cleared} />
          {listed && listed.total > listed.traces.length && limit < most && (
            <Button size="small" onClick={() => setLimit(Math.min(limit * 2, most))}>
              {t('traces.more', { count: listed.total - listed.traces.length })}
            </Button>
          )}
        </div>
      </details>
      {shown && <TraceDialog trace={shown} onClose={() => setShown(null)} />}
    </>
  )
}

/** Compares the two that are ticked. */
function ComparingButton({ chosen: [a, b] }: { readonly chosen: readonly string[] }) {
  const { t } = useTranslation('diagnostics')
  const [isOpen, setOpen] = useState(false)
  const isReady = a !== undefined && b !== undefined
  return (
    <>
      <Button size="small" disabled={!isReady} onClick={() => setOpen(true)} title={t('traces.compareHint')}>
        {t('traces.compare')}
      </Button>
      {isOpen && isReady && <ComparisonDialog a={a} b={b} onClose={() => setOpen(false)} />}
    </>
  )
}

interface FileActsProps {
  readonly filter: TraceFilter
  /** Nothing to save or delete. */
  readonly isEmpty: boolean
  readonly onCleared: () => void
}

function FileActs({ filter, isEmpty, onCleared }: FileActsProps) {
  const { t } = useTranslation('diagnostics')
  const clear = async () => {
    if (await clearTraces()) onCleared()
  }
  return (
    <>
      <Button size="small" disabled={isEmpty} onClick={() => void saveTraces({ filter })}>
        {t('traces.save')}
      </Button>
      <Button size="small" disabled={isEmpty} onClick={() => void clear()}>
        {t('traces.clear')}
      </Button>
    </>
  )
}
