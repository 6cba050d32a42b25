import type { EntityType } from '@shared/graph'
import { foldHan } from '@engine/text/chinese/han-fold'
import { chineseNumber } from '@engine/text/numbers'
import type { Span } from '@engine/text/sentences/sentences'
import type { SeriesRule } from '../patterns/pattern-file'

/** One of a numbered row: "Stage 3", 第二阶段, "Shortcut A". */
export interface SeriesItem extends Span {
  readonly type: EntityType
  /** Equal for those that are counted together, whatever words are used for it. */
  readonly series: string
  /** Letters count from A = 1. */
  readonly number: number
  readonly alone: boolean
}

export type SeriesReader = (text: string) => SeriesItem[]

const numeral = '(\\d{1,3}|[零一二两三四五六七八九十]{1,3}|[IVX]{1,4}(?![\\p{L}]))'
const letter = '([A-Z])(?![\\p{L}\\p{N}])'
const roman = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']

/** Finds the numbered things that the rules describe, in order of their places. */
export function seriesReader(rules: readonly SeriesRule[]): SeriesReader {
  const readers = rules.flatMap((rule) =>
    rule.forms.map((form) => ({ ...wordsOf(form), type: rule.type, alone: rule.alone, pattern: patternOf(form) })),
  )
  return (text) => {
    const folded = foldHan(text)
    return readers
      .filter(({ needs }) => folded.includes(needs))
      .flatMap(({ type, alone, counted, pattern }) =>
        [...folded.matchAll(pattern)].flatMap((match): SeriesItem[] => {
          const number = numberOf(match[1] ?? '')
          const series = `${type} ${counted}`
          return number === undefined
            ? []
            : [{ start: match.index, end: match.index + match[0].length, type, series, number, alone }]
        }),
      )
      .toSorted((a, b) => a.start - b.start || b.end - a.end)
  }
}

/** A text without `needs` has nothing of this form; `counted` is what its words are counted under. */
function wordsOf(form: string): { readonly needs: string; readonly counted: string } {
  const words = form.split(/\{.\}| /u).toSorted((a, b) => b.length - a.length)
  return { needs: words[0] ?? '', counted: form.toLowerCase().replace(/[第{}\s]|\{.\}/gu, '') }
}

function patternOf(form: string): RegExp {
  const source = form
    .replace(/[.*+?^$()|[\]\\]/gu, '\\$&')
    .replaceAll(' ', '[ \\n]?')
    .replace('{n}', numeral)
    .replace('{a}', letter)
  // 阶段一 is a name, 阶段一定 is not.
  const edge = '[\\p{Script=Latin}\\p{N}]'
  return new RegExp(
    `(?<!${edge}|[第.\\-])${source}(?!${edge}|[.,]\\p{N}|[-–]\\p{N}|(?<=一)[定般样些个直起旦次方致体切])`,
    'gu',
  )
}

function numberOf(written: string): number | undefined {
  if (/^\d+$/u.test(written)) return Number(written)
  if (roman.includes(written) && written.length > 1) return roman.indexOf(written) + 1
  if (/^[A-Z]$/u.test(written)) return written.charCodeAt(0) - 64
  return chineseNumber(written)
}
