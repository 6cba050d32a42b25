import type { SpanSizes, Trace, TraceSpan } from '@shared/diagnostics/trace'
import { useTranslation } from 'react-i18next'
import { safeName } from '@renderer/ui/text/safe-name'
import { listText, numberText } from '@renderer/ui/text/figure-text'
import { SpanState, tookText, useSpanName } from './span-words'
import styles from './diagnostics.module.css'

/**
 * Spans as rows of a table: each with a bar under the common time for the eye, and its begin and length in figures for everybody. More rows
 * than fit scroll, by the keyboard, too.
 */
export function Waterfall({ trace: { summary, spans } }: { readonly trace: Trace }) {
  const { t } = useTranslation('diagnostics')
  const nameOf = useSpanName()
  const depths = depthsOf(spans)
  const end = Math.max(...spans.map(({ start, ms }) => start + (ms ?? 0)))
  const whole = Math.max(end - summary.start, 0.001)
  return (
    <div className={styles.waterfall} role="region" aria-label={t('waterfall.label')}>
      <table className={styles.table}>
        <caption className="unseen">{t('waterfall.label')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('column.what')}</th>
            <th scope="col" className={styles.figure}>
              {t('column.begin')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('column.took')}
            </th>
            <th scope="col" className={styles.lane} aria-hidden />
            <th scope="col">{t('column.state')}</th>
            <th scope="col">{t('column.sizes')}</th>
          </tr>
        </thead>
        <tbody>
          {spans.map((span) => (
            <tr key={span.span}>
              <th scope="row" style={{ paddingInlineStart: `${0.5 + (depths.get(span.span) ?? 0) * 0.875}rem` }}>
                {nameOf(span)}
              </th>
              <td className={styles.figure}>{tookText(Math.max(0, span.start - summary.start))}</td>
              <td className={styles.figure}>{tookText(span.ms)}</td>
              <td className={styles.lane} aria-hidden>
                <Bar span={span} from={(span.start - summary.start) / whole} share={(span.ms ?? 0) / whole} />
              </td>
              <td>
                <SpanState span={span} />
              </td>
              <td className={styles.sizes}>
                <Sizes span={span} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface BarProps {
  readonly span: TraceSpan
  /** Of the whole length, 0 to 1. */
  readonly from: number
  readonly share: number
}

function Bar({ span: { status, kind }, from, share }: BarProps) {
  const place = { insetInlineStart: `${from * 100}%`, inlineSize: `max(2px, ${share * 100}%)` }
  return (
    <span className={styles.track}>
      <span className={styles.bar} data-kind={kind} data-state={status ?? 'unfinished'} style={place} />
    </span>
  )
}

function Sizes({ span: { in: read, out, facts = {}, text } }: { readonly span: TraceSpan }) {
  const { t } = useTranslation('diagnostics')
  const sizes = (of: SpanSizes | undefined) =>
    Object.entries(of ?? {}).map(([unit, count]) =>
      t(`unit.${unit as keyof SpanSizes}`, { count, replace: { count: numberText(count) } }),
    )
  const { model, document_id: document, bytes, first_token_ms: firstWord } = facts
  return (
    <>
      {read && <span>→ {listText(sizes(read))} </span>}
      {out && <span>← {listText(sizes(out))} </span>}
      {typeof bytes === 'number' && <span>{listText(sizes({ bytes }))} </span>}
      {typeof firstWord === 'number' && <span>{t('waterfall.firstWord', { time: tookText(firstWord) })} </span>}
      {typeof model === 'string' && <bdi>{safeName(model)}</bdi>}
      {typeof document === 'string' && <code>{safeName(document)}</code>}
      {text && (
        <details>
          <summary>{t('waterfall.words')}</summary>
          <pre className={styles.words}>{[text.in, text.out].filter(Boolean).join('\n\n')}</pre>
        </details>
      )}
    </>
  )
}

/** How deep each span stands, by id; every span stands behind the one it is part of. */
function depthsOf(spans: readonly TraceSpan[]): Map<string, number> {
  const depths = new Map<string, number>()
  for (const { span, parent } of spans) depths.set(span, parent === undefined ? 0 : (depths.get(parent) ?? 0) + 1)
  return depths
}
