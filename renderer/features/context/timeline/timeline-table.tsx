import { isStageNumber } from '@shared/events'
import type { TurnContext } from '@shared/session/turn-context'
import { type ReactNode, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '@renderer/ui/classes'
import { durationText } from '@renderer/ui/text/figure-text'
import { safeName } from '@renderer/ui/text/safe-name'
import panel from '../context-panel.module.css'
import styles from './timeline-table.module.css'
import { type TimelineRow, timelineOf } from './timeline-rows'
import { useFigure } from '../blocks/prompt-figures'

/** When each stage and call of the turn began, how long it took and what came of it. */
export function TimelineTable({ context }: { readonly context: TurnContext }) {
  const { t } = useTranslation(['context', 'pipeline'])
  const figure = useFigure()
  const heading = useId()
  const { stages, tools, models, totalMs } = useMemo(() => timelineOf(context), [context])
  return (
    <section aria-labelledby={heading} className={styles.timeline}>
      <h3 id={heading} className={panel.heading}>
        {t('timeline.title')}
        <span className={classes(styles.total, 'numeric')}>{t('timeline.total', { time: durationText(totalMs) })}</span>
      </h3>
      <table className={classes(styles.table, 'numeric')}>
        <caption className="unseen">{t('timeline.caption')}</caption>
        <Columns />
        <Rows title={t('timeline.stages')} look={styles.stage}>
          {stages.map(({ stage: { stage, status }, ...row }) => ({
            row,
            name: isStageNumber(stage) ? `${stage} ${t(`pipeline:names.${stage}`)}` : String(stage),
            note: status === 'done' ? '' : t(`pipeline:states.${status}`),
            failed: status === 'error',
          }))}
        </Rows>
        <Rows title={t('timeline.tools')} look={styles.tool}>
          {tools.map(({ call: { tool, status, result_evidence_ids: results }, ...row }) => ({
            row,
            name: safeName(tool),
            note: [
              t(`timeline.status.${status}`),
              t('timeline.results', { count: results.length, replace: { count: figure(results.length) } }),
            ].join(' · '),
            failed: status !== 'success' && status !== 'not_found',
          }))}
        </Rows>
        <Rows title={t('timeline.models')} look={styles.model}>
          {models.map(({ usage, ...row }) => ({
            row,
            name: `${t(`timeline.modelStages.${usage.stage}`)} · ${safeName(usage.model)}`,
            note: [
              t(`timeline.status.${usage.status}`),
              t('timeline.modelTokens', {
                read: figure(usage.prompt_tokens),
                written: figure(usage.completion_tokens),
              }),
              ...(usage.first_token_latency_ms === undefined
                ? []
                : [t('timeline.firstToken', { time: durationText(usage.first_token_latency_ms) })]),
            ].join(' · '),
            failed: usage.status === 'error',
          }))}
        </Rows>
      </table>
      <p className={styles.note}>{t('timeline.note')}</p>
    </section>
  )
}

/** The columns and their headings, which only screen readers say. */
function Columns() {
  const { t } = useTranslation('context')
  return (
    <>
      <colgroup>
        <col className={styles.stepColumn} />
        <col />
        <col className={styles.timeColumn} />
      </colgroup>
      <thead className="unseen">
        <tr>
          <th scope="col">{t('timeline.step')}</th>
          <th scope="col">{t('timeline.when')}</th>
          <th scope="col">{t('timeline.time')}</th>
        </tr>
      </thead>
    </>
  )
}

interface Step {
  readonly row: TimelineRow
  readonly name: string
  /** May be empty. */
  readonly note: string
  readonly failed: boolean
}

interface RowsProps {
  readonly title: string
  /** Class of the bars. */
  readonly look: string | undefined
  readonly children: readonly Step[]
}

function Rows({ title, look, children }: RowsProps): ReactNode {
  if (children.length === 0) return null
  return (
    <tbody>
      <tr>
        <th colSpan={3} scope="rowgroup" className={styles.group}>
          {title}
        </th>
      </tr>
      {children.map(({ row: { id, ms, bar }, name, note, failed }) => (
        <tr key={id}>
          <th scope="row" className={styles.step}>
            {name}
            {note !== '' && <span className={classes(styles.state, failed && styles.failed)}>{note}</span>}
          </th>
          <td className={styles.when}>
            {bar && (
              <span
                className={classes(styles.bar, look)}
                style={{ left: `${bar.start * 100}%`, width: `${bar.width * 100}%` }}
              />
            )}
          </td>
          <td className={styles.time}>{bar || ms > 0 ? durationText(ms) : '–'}</td>
        </tr>
      ))}
    </tbody>
  )
}
