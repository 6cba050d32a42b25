import type { AskedMeasure } from '@engine/question/words/asked-measure'
import { unitAt } from '@engine/text/units'
import type { Token } from './tokens/answer-token'

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
