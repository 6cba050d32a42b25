import type { RedactionReport } from '@shared/session/turn-context'
import type { TFunction } from 'i18next'
import { numberText } from './figure-text'

/** What an export is asked to leave out. */
export interface LeaveOut {
  readonly leaveOutSensitive: boolean
  readonly replacePaths: boolean
}

/** What was left out and replaced, a sentence for each switch that is on. */
export function redactionText(
  { passages, sentences, paths }: RedactionReport,
  { leaveOutSensitive, replacePaths }: LeaveOut,
  t: TFunction<'exchange'>,
): string[] {
  const counted = (key: 'passages' | 'sentences' | 'paths', count: number) =>
    t(`redaction.${key}`, { count, number: numberText(count) })
  const out = [
    ...(passages > 0 ? [counted('passages', passages)] : []),
    ...(sentences > 0 ? [counted('sentences', sentences)] : []),
  ]
  const leftOut =
    out.length === 0 ? t('redaction.noneSensitive') : t('redaction.out', { what: out.join(t('redaction.and')) })
  return [
    ...(leaveOutSensitive ? [leftOut] : []),
    ...(replacePaths ? [paths > 0 ? counted('paths', paths) : t('redaction.nonePaths')] : []),
  ]
}
