import askedMeasures from '@resources/lexicon/asked-measures.json'
import { unitAt } from '@engine/text/units'

/** What a question's answer is measured in. */
export interface AskedMeasure {
  /** Kinds of units, as in `units.json`. */
  readonly kinds: ReadonlySet<string>
  /** Whether an answer names its unit; how old somebody is may be said by a bare number. */
  readonly named: boolean
}

const measures = askedMeasures.map(({ asked, kinds, named }) => ({
  asked: new RegExp(asked.join('|'), 'iu'),
  measure: { kinds: new Set(kinds), named: named ?? false },
}))
/** What is counted, which may be a unit: how many kilometres, 多少公里. */
const counted = /\bhow many (?:more |full )?|多少|几/giu

/** Reads the measure a question asks for; null where it asks for none. */
export function askedMeasureOf(text: string): AskedMeasure | null {
  const found = measures.find(({ asked }) => asked.test(text))
  if (found) return found.measure
  for (const match of text.matchAll(counted)) {
    const at = unitAt(text, match.index + match[0].length)
    if (at) return { kinds: new Set([at.unit.kind]), named: false }
  }
  return null
}

/** Whether that measure is of time. */
export function isOfTime(measure: AskedMeasure | null): boolean {
  return measure !== null && ['time', 'months', 'years'].some((kind) => measure.kinds.has(kind))
}
