import type { RedactionReport } from '@shared/session/turn-context'
import type { ExportChoice } from './export-choice'

/** Says a text of the locale file `exchange` by its key. */
export type Say = (key: string, values?: Record<string, number | string>) => string

/**
 * What was left out and replaced, one sentence for each switch that is on.
 * @param number writes a count as the language does.
 */
export function redactionText(
  { passages, sentences, paths }: RedactionReport,
  { leaveOutSensitive, replacePaths }: Pick<ExportChoice, 'leaveOutSensitive' | 'replacePaths'>,
  say: Say,
  number: (count: number) => string,
): string[] {
  const counted = (key: string, count: number) => say(`redaction.${key}`, { count, number: number(count) })
  const out = [
    ...(passages > 0 ? [counted('passages', passages)] : []),
    ...(sentences > 0 ? [counted('sentences', sentences)] : []),
  ]
  const leftOut =
    out.length === 0 ? say('redaction.noneSensitive') : say('redaction.out', { what: out.join(say('redaction.and')) })
  return [
    ...(leaveOutSensitive ? [leftOut] : []),
    ...(replacePaths ? [paths > 0 ? counted('paths', paths) : say('redaction.nonePaths')] : []),
  ]
}
