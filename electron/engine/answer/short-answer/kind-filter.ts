import { hasDigit, isDigits, startsWithHan } from '@engine/text/letters'
import type { AskedValue } from '@engine/question/words/asked-value'
import type { WantedKind } from '@engine/question/words/wanted-kind'
import { hedgeLength } from './bounds'
import type { Look } from './candidate-look'
import { statesMeasure } from './stated-measure'
import type { Token, WordClass } from './tokens/answer-token'

const looks: Partial<Record<WantedKind, ReadonlySet<Look>>> = {
  when: new Set(['time', 'number']),
  number: new Set(['number', 'percent', 'money', 'time']),
  who: new Set(['person', 'name', 'named', 'place', 'thing']),
  where: new Set(['place', 'name', 'named', 'thing', 'person']),
  which: new Set(['person', 'place', 'name', 'named', 'thing', 'time', 'number', 'quality']),
}

/** Classes of words that no such answer has. */
const without: Partial<Record<WantedKind, ReadonlySet<WordClass>>> = {
  number: new Set(['verb', 'person']),
  when: new Set(['verb', 'person', 'pronoun']),
}
/** Whose answers in Chinese are one name or amount, without an attribute before it and without a second clause. */
const bare: ReadonlySet<WantedKind> = new Set(['who', 'when', 'where', 'number'])
const joining = new Set('的，由被')
/** A comma that no date or number of letters has: what stands behind it is another clause. */
const chineseComma = (run: readonly Token[]) =>
  run.some(
    ({ text }, at) =>
      text === ',' && (startsWithHan(run[at - 1]?.text ?? '') || startsWithHan(run[at + 1]?.text ?? '')),
  )
const clock = /^\d{1,2}[:：]\d{2}(?:[:：]\d{2})?$/u
/** A bare year counts and measures nothing. */
const isYear = ({ text }: Token) => text.length === 4 && isDigits(text) && text >= '1000' && text < '2100'
/** What answers that a question calls by such a noun have in common. */
const nouns: Readonly<Record<NonNullable<AskedValue['noun']>, RegExp>> = {
  colour:
    /\b(?:red|blue|green|yellow|black|white|gr[ae]y|brown|orange|purple|pink|violet|gold|golden|silver|beige|cyan|magenta|turquoise|maroon|crimson|scarlet|navy|cream|tan|teal|indigo|amber|ivory|olive|colou?rless|transparent)\b|[色红黄蓝绿黑白紫灰棕橙粉金银褐青赤]/iu,
  language: /^(?=.*\p{Lu})|[语文话]|\p{Script=Han}{2,}/u,
  body: /[\p{Lu}\p{Script=Han}]/u,
}

function isSmallNumber(run: readonly Token[]): boolean {
  const [{ text } = { text: '' }, ...more] = run
  return more.length === 0 && text.length < 3 && isDigits(text)
}

const naming: ReadonlySet<WordClass> = new Set(['name', 'person', 'place'])

/** Whether a run of words can be an answer; `asked` says for each of them whether the question has it. */
export type KindFilter = (look: Look, run: readonly Token[], asked: readonly boolean[]) => boolean

/** Tells whether a run of words may answer, by what the question cannot want: to when, "two observers" is no answer. */
export function kindFilter(value: AskedValue, kind: WantedKind): KindFilter {
  const noun = value.noun ? nouns[value.noun] : undefined
  const isAmount = kind === 'number' ? amountFilter(value) : null
  return (look, run, asked) => {
    const [opening] = run
    if (!opening || looks[kind]?.has(look) === false) return false
    if (bare.has(kind) && (run.some(({ text }) => joining.has(text)) || chineseComma(run))) return false
    // 李文山在河桥 is one, and where.
    if (kind === 'who' && startsWithHan(opening.text) && run.some((token) => token.kind === 'adposition')) return false
    // To what colour, only a colour is an answer.
    if (noun && !noun.test(run.map(({ text }) => text).join(' '))) return false
    // Who inspired Gandhi is not "Gandhi's Satyagraha".
    if (kind === 'who' && run.some((token, at) => asked[at] === true && naming.has(token.kind))) return false
    const hedged = hedgeLength(run)
    if (run.slice(hedged).some((token) => without[kind]?.has(token.kind))) return false
    // A bare 1 or 12 is no time.
    if (kind === 'when' && look === 'number') return run.some(({ text }) => hasDigit(text)) && !isSmallNumber(run)
    return isAmount?.(look, run, hedged) ?? true
  }
}

/** `hedged` is how many words at the opening say how near the number is. */
function amountFilter(value: AskedValue): (look: Look, run: readonly Token[], hedged: number) => boolean {
  const { measure, isTime } = value
  return (look, run, hedged) => {
    if (run.some(({ text }) => clock.test(text))) return false
    if (!isTime && (look === 'time' || run.every(isYear))) return false
    // A stretch of time is as good as a number of hours: from 1990 to 1995.
    if (measure && !(isTime && look === 'time') && !statesMeasure(run, measure)) return false
    if (value.isCount && (look === 'money' || look === 'percent')) return false
    const opening = run[0]?.text ?? ''
    if (opening.startsWith('第')) return value.isOrder
    return run[0]?.kind === 'number' || !startsWithHan(opening) || hedged > 0
  }
}
