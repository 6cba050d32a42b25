import { type SpanKind, type TraceSpan, TraceState } from '@shared/diagnostics/trace'
import { stageNames } from '@shared/events'
import { useTranslation } from 'react-i18next'
import { en } from '@renderer/locales/en'
import { classes } from '@renderer/ui/classes'
import { durationText } from '@renderer/ui/text/figure-text'
import { formatName, isKeyOf } from '@renderer/ui/documents/format-name'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './diagnostics.module.css'

type Named = Pick<TraceSpan, 'kind' | 'name'> & Partial<Pick<TraceSpan, 'facts'>>

const wholes: ReadonlySet<SpanKind> = new Set(['turn', 'aside', 'ingest', 'research'])

/** What a span is called for people; a tool, a task of a model or a format is called by its own name. */
export function useSpanName(): (span: Named) => string {
  const { t } = useTranslation(['diagnostics', 'pipeline'])
  const { t: tLibrary } = useTranslation('library')
  return ({ kind, name: begunAs, facts }) => {
    // Of a document that was read for the first time the format was known only then.
    const format = kind === 'document' ? facts?.['format'] : undefined
    const name = typeof format === 'string' ? format : begunAs
    const part = `${kind}-${name}`
    if (isKeyOf(en.diagnostics.part, part)) return t(`part.${part}`)
    if (wholes.has(kind)) return t(`kind.${kind}`)
    if (kind === 'stage') {
      const stage = stageNames.findIndex((one) => one === name) + 1
      const number = ([1, 2, 3, 4, 5, 6, 7, 8] as const).find((one) => one === stage)
      return number === undefined ? name : `${number} ${t(`pipeline:names.${number}`)}`
    }
    return t(`kind.${kind}`, { name: kind === 'document' ? formatName(tLibrary, name) : safeName(name) })
  }
}

/** How long something took; a dash where its end is not known. Short parts have their tenths. */
export function tookText(ms: number | null): string {
  if (ms === null) return '–'
  return durationText(ms, undefined, true)
}

/** How a span ended, with the code of an error. */
export function SpanState({ span: { status, code } }: { readonly span: Pick<TraceSpan, 'status' | 'code'> }) {
  const { t } = useTranslation('diagnostics')
  const state: TraceState = status ?? 'unfinished'
  const words = t(`state.${state}`)
  const isCode = code !== undefined && code !== 'CANCELLED'
  return (
    <span className={classes(styles.state, styles[state])}>
      {words}
      {isCode && <code> {code}</code>}
    </span>
  )
}
