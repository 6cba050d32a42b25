import type { Token } from '../../reading/question-tokens'

/** The figures that a question tells, in its order and by what they are. */
export interface Figures {
  readonly amounts: readonly string[]
  /** Percentages. */
  readonly changes: readonly string[]
  /** Whether `changes` are tenths of a price: 八折 is 80. */
  readonly isTenths: boolean
  /** Among how many it is shared; null for nobody. */
  readonly people: string | null
}

/** The figures of tokens; null where one of them is of no such kind, or people are counted twice. */
export function figuresOf(tokens: readonly Token[]): Figures | null {
  const amounts: string[] = []
  const changes: string[] = []
  let [isTenths, people] = [false, null as string | null]
  for (const [at, token] of tokens.entries()) {
    const value = token.senses.get('number')
    if (value === undefined || isArticle(tokens, at)) continue
    const is = (ahead: number, kind: string) => tokens[at + ahead]?.senses.has(kind) === true
    if (is(1, 'percent') || is(-1, 'percent_before')) changes.push(value)
    else if (is(1, 'tenths')) {
      isTenths = true
      changes.push(percentOfTenths(value))
    } else if (is(1, 'people') || (is(-1, 'we_are') && !is(1, 'money') && amounts.length > 0)) {
      if (people !== null) return null
      people = value
    } else if (is(1, 'calendar') || isNumbering(tokens[at - 1]) || isYear(token)) return null
    else amounts.push(value)
  }
  return { amounts, changes, isTenths, people }
}

/** 一件衣服, 一箱苹果: one thing, not an amount. */
function isArticle(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.raw === '一' && tokens[at + 1]?.senses.has('people') !== true
}

/** 八折 is 80 %, 八五折 85 %. */
function percentOfTenths(value: string): string {
  return Number(value) < 10 ? String(Number((Number(value) * 10).toFixed(6))) : value
}

/** Invoice 1042, TKT-1042: what it is called, not what it comes to. */
function isNumbering(before: Token | undefined): boolean {
  return before?.senses.has('numbered') === true || (before !== undefined && /^[A-Z]{2,}$|[-#_]$/u.test(before.raw))
}

function isYear({ raw }: Token): boolean {
  return /^(?:19|20)\d\d$/u.test(raw) && Number(raw) % 100 !== 0
}
