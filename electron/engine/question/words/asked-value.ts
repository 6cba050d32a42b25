import { type AskedMeasure, askedMeasureOf, isOfTime } from './asked-measure'

/** What a question that wants a name or a number says of its answer. */
export interface AskedValue {
  /** The measure it is in; null for none. */
  readonly measure: AskedMeasure | null
  /** That is one of time. */
  readonly isTime: boolean
  /** How many there are of something. */
  readonly isCount: boolean
  /** A place in an order. */
  readonly isOrder: boolean
  /** What it calls the thing it asks for, where such things have something in common; null for any other. */
  readonly noun: 'colour' | 'language' | 'body' | null
}

const count = /\bhow many\b|(?:多少|几)(?!钱|[美欧日]?元|比例|百分|成)\p{Script=Han}/iu
const order = /第|排/u
const nouns: readonly (readonly [NonNullable<AskedValue['noun']>, RegExp])[] = [
  ['colour', /\b(?:what|which) colou?rs?\b|什么颜色|哪种颜色/iu],
  ['language', /\b(?:what|which) (?:\p{Ll}+ )?languages?\b|什么语言|哪[种门]语言/iu],
  [
    'body',
    /\b(?:what|which) (?:\p{Ll}+ )?(?:company|corporation|firm|band|newspaper|magazine|university|airline|brand|publisher)\b(?! of\b)/iu,
  ],
]

/** Reads what is said of the answer. */
export function askedValueOf(text: string): AskedValue {
  const measure = askedMeasureOf(text)
  return {
    measure,
    isTime: isOfTime(measure),
    isCount: count.test(text),
    isOrder: order.test(text),
    noun: nouns.find(([, pattern]) => pattern.test(text))?.[0] ?? null,
  }
}
