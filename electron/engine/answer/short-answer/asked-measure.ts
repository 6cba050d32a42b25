import askedMeasures from '@resources/lexicon/asked-measures.json'
import { unitAt } from '@engine/text/units'
import type { Token } from './tokens/answer-token'

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
export function askedMeasureOf(question: string): AskedMeasure | null {
  const found = measures.find(({ asked }) => asked.test(question))
  if (found) return found.measure
  for (const match of question.matchAll(counted)) {
    const at = unitAt(question, match.index + match[0].length)
    if (at) return { kinds: new Set([at.unit.kind]), named: false }
  }
  return null
}

/** Whether that measure is of time. */
export function isOfTime(measure: AskedMeasure | null): boolean {
  return measure !== null && ['time', 'months', 'years'].some((kind) => measure.kinds.has(kind))
}

/** Whether a run of words can state it: some unit in it is of its kinds, or it has none and needs none. */
export function statesMeasure(run: readonly Token[], { kinds, named }: AskedMeasure): boolean {
  const units = unitsIn(run)
  return units.length > 0 ? units.some((kind) => kinds.has(kind)) : !named
}

/** The number a word begins with. */
const figure = /^(?:[\d.,]+|[〇零一二两三四五六七八九十百千万亿半]+)/u

/** Kinds of the units that stand right behind numbers, as words of their own (19 minutes) or not (19-minute, 19分钟). */
function unitsIn(run: readonly Token[]): string[] {
  const words = run.filter(({ text }) => text !== '-')
  return words.flatMap(({ text, kind }, at) => {
    const length = figure.exec(text)?.[0].length ?? (kind === 'number' ? text.length : 0)
    if (length === 0) return []
    const unit = length < text.length ? unitAt(text, length) : unitAt(words[at + 1]?.text ?? '', 0)
    return unit ? [unit.unit.kind] : []
  })
}
