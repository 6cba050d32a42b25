import { useTranslation } from 'react-i18next'
import type { EvaluationRunHeader } from '@shared/evaluation/evaluation-run'
import { durationText, percentText } from '@renderer/ui/text/figure-text'
import { useRunName } from '../evaluation-words'
import styles from '../evaluation.module.css'

/** Runs that are drawn, the newest of them. */
const mostDrawn = 24
/** Of a chart, in the units of its drawing. */
const size = { width: 220, height: 56, gap: 3, mostBar: 18 }

interface Bar {
  readonly name: string
  readonly value: number
  readonly text: string
}

/** What became of a set over time, oldest run at the left. The same figures stand in the table below. */
export function RunCharts({ runs }: { readonly runs: readonly EvaluationRunHeader[] }) {
  const { t } = useTranslation('evaluation')
  const nameOf = useRunName()
  const drawn = runs
    .filter(({ state, counts }) => state === 'done' && counts.asked > 0)
    .slice(0, mostDrawn)
    .toReversed()
  if (drawn.length < 2) return null
  const share = (of: (run: EvaluationRunHeader) => number): Bar[] =>
    drawn.map((run) => ({ name: nameOf(run), value: of(run), text: percentText(of(run)) }))
  const times = drawn.map((run) => ({
    name: nameOf(run),
    value: run.counts.ms ?? 0,
    text: durationText(run.counts.ms ?? 0),
  }))
  return (
    <div className={styles.charts}>
      <Chart title={t('columns.passed')} bars={share(({ counts, total }) => counts.passed / total)} most={1} />
      <Chart title={t('columns.led')} bars={share(({ counts, total }) => counts.led / total)} most={1} />
      <Chart title={t('columns.ms')} bars={times} most={Math.max(...times.map(({ value }) => value))} />
    </div>
  )
}

function Chart({
  title,
  bars,
  most,
}: {
  readonly title: string
  readonly bars: readonly Bar[]
  readonly most: number
}) {
  const { t } = useTranslation('evaluation')
  const step = Math.min(size.width / bars.length, size.mostBar + size.gap)
  const last = bars.at(-1)
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.chartTitle}>
        <span>{title}</span>
        <span className={styles.chartLast}>{last?.text}</span>
      </figcaption>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={t('chart', { title, first: bars[0]?.text ?? '', last: last?.text ?? '', count: bars.length })}
      >
        <line x1="0" x2={size.width} y1={size.height - 0.5} y2={size.height - 0.5} className={styles.axis} />
        {bars.map(({ name, value, text }, at) => {
          const height = most > 0 ? Math.max(1, (value / most) * (size.height - 2)) : 1
          return (
            <rect
              key={`${at} ${name}`}
              className={at === bars.length - 1 ? styles.lastBar : styles.bar}
              x={at * step}
              y={size.height - height}
              width={step - size.gap}
              height={height}
            >
              <title>{`${name}: ${text}`}</title>
            </rect>
          )
        })}
      </svg>
    </figure>
  )
}
