/** What a question that wants a name or a number says of its answer. */
export interface AskedValue {
  /** A length of time, or a time of life. */
  readonly isTime: boolean
  /** A measure, which has a unit. */
  readonly isMeasure: boolean
  /** How many there are of something. */
  readonly isCount: boolean
  /** A place in an order. */
  readonly isOrder: boolean
  /** What it calls the thing it asks for, where such things have something in common; null for any other. */
  readonly noun: 'colour' | 'language' | 'body' | null
}

const time =
  /\bhow (?:long|old|often|soon|many (?:\w+ )?(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|centur\w+|decades?))\b|\bage\b|多[久长]|几[年月天日周]|[年月天周]数|年龄|岁|时间/iu
const measure = /\bhow (?:tall|high|deep|wide|heavy|far|thick)\b|多[高深宽重厚远]/iu
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
  return {
    isTime: time.test(text),
    isMeasure: measure.test(text),
    isCount: count.test(text),
    isOrder: order.test(text),
    noun: nouns.find(([, pattern]) => pattern.test(text))?.[0] ?? null,
  }
}
