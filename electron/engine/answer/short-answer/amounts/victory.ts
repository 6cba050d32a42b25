import type { Span } from '@engine/text/sentences/sentences'

/** Which side of a victory a question asks for, and whom it names on the other. */
export interface VictoryQuestion {
  readonly wants: 'victor' | 'loser'
  /** The other side, as the question names it. */
  readonly other: string
}

const beat = '(?:defeat(?:s|ed|ing)?|beat(?:s|en|ing)?|overc(?:o|a)me|vanquish(?:ed)?|conquer(?:ed)?)'
/** None of these is a side. */
const noSide =
  '(?:years?|date|day|months?|seasons?|century|margin|score|points|goals|place|city|town|stadium|battles?|wars?|game|match|final|round|tournament|way|reason|weapons?)'
const whom = `(?:who(?:m)?|(?:which|what)\\s+(?!(?:\\p{L}+\\s+){0,2}?${noSide}\\b)(?:\\p{L}+\\s+){0,2}?\\p{L}+)`
/** Follows a verb that has no object. */
const open = '(?=\\s*$|\\s+(?:in|at|on|during|for|to|by|before|after|when|while|with|again|twice|first|last)\\b)'
/** Matches a "by" without a name behind it. */
const by = '\\bby(?=\\s*$|\\s+(?:in|at|on|during|for)\\b)'
const aux = '(?:has|have|had|was|were|is|are|did|does|do)'
const win = '(?:击败|打败|战胜|击溃|大败|力克|淘汰)'
const some = '(?:谁|哪[个支位国](?!赛季|年|月|世纪|城市|地方|地点|场|比赛|战役|战争|决赛|阶段|时)\\p{Script=Han}{0,6}?)'

const questions: readonly (readonly [VictoryQuestion['wants'], RegExp])[] = [
  ['victor', new RegExp(`\\bby\\s+${whom}\\s+${aux}\\s+(.{2,60}?)\\s+(?:been\\s+)?${beat}`, 'iu')],
  ['victor', new RegExp(`\\b${whom}\\s+${aux}\\s+(.{2,60}?)\\s+(?:been\\s+)?${beat}\\s.{0,30}?${by}`, 'iu')],
  [
    'loser',
    new RegExp(`\\b${whom}\\s+(?:was|were|has been|have been|had been)\\s+${beat}\\b.{0,40}?\\bby\\s+(.{2,60})`, 'iu'),
  ],
  ['loser', new RegExp(`\\b${whom}\\s+(?:did|does|do|has|have|had)\\s+(.{2,60}?)\\s+${beat}${open}`, 'iu')],
  ['victor', new RegExp(`\\b${whom}\\s+(?:(?:has|have|had)\\s+)?${beat}\\s+(.{2,60})`, 'iu')],
  ['victor', new RegExp(`(.{2,30}?)(?:是|曾)?被${some}(?:所)?${win}`, 'u')],
  ['loser', new RegExp(`${some}(?:曾)?被(.{2,30}?)(?:所)?${win}`, 'u')],
  ['loser', new RegExp(`(.{2,30}?)${win}(?:过|了)?的?(?:是)?${some}`, 'u')],
  ['victor', new RegExp(`${some}.{0,10}?${win}(?:过|了)?(.{2,30})`, 'u')],
]

/** Null for a question of anything else. */
export function victoryQuestionOf(question: string): VictoryQuestion | null {
  const text = question.trim().replace(/[\s?？。.!！]+$/u, '')
  for (const [wants, pattern] of questions) {
    const other = pattern.exec(text)?.[1]
    if (other) return { wants, other: other.replace(/\s+(?:in|at|on|during|for)\s.*$/iu, '') }
  }
  return null
}

/** A place that states a victory, and where each side of it stands. */
interface Victory extends Span {
  readonly victor: (span: Span) => boolean
  readonly loser: (span: Span) => boolean
}

const passive = new RegExp(
  `\\b(?:was|were|been|being|is|are|be|got)\\s+(?:\\p{L}+\\s+)?${beat}\\b|\\b(?:defeated|beaten)\\s+by\\b`,
  'giu',
)
const lost = /\b(?:lost|loses?|losing|defeat)\s+(?:to|against)\b|败给|输给|负于|不敌|败于/giu
const active = new RegExp(
  `\\b${beat}\\b|\\b(?:victory|win|won|wins|triumph(?:ed)?|prevail(?:ed)?)\\s+(?:over|against)\\b`,
  'giu',
)
const chinesePassive = new RegExp(`被([^，。；！？]{1,24}?)(?:所)?${win}`, 'gu')
const chineseActive = new RegExp(win, 'gu')

/** Whether a sentence states who stands on the side that the question wants. */
export function statesVictory(sentence: string, { wants, other }: VictoryQuestion): boolean {
  const named = placeOf(other, sentence)
  return (
    named !== null && victoriesIn(sentence).some((one) => (wants === 'victor' ? one.loser(named) : one.victor(named)))
  )
}

/** Says of a run of words in a sentence whether it can stand on the wanted side; anything can where no side is stated. */
export function sideIn(sentence: string, { wants, other }: VictoryQuestion): (run: Span) => boolean {
  const victories = victoriesIn(sentence)
  const named = placeOf(other, sentence)
  if (victories.length === 0 || !named) return () => true
  const distance = (one: Span) => Math.max(one.start - named.end, named.start - one.end, 0)
  const nearest = victories.reduce((best, one) => (distance(one) < distance(best) ? one : best))
  const [ofOther, ofRun] = wants === 'victor' ? [nearest.loser, nearest.victor] : [nearest.victor, nearest.loser]
  return ofOther(named) ? ofRun : () => false
}

function victoriesIn(sentence: string): Victory[] {
  const before = (end: number) => (span: Span) => span.end <= end
  const behind = (start: number) => (span: Span) => span.start >= start
  const passives = [...sentence.matchAll(passive)].map((match): Victory => {
    const start = match.index
    const end = start + match[0].length
    const by = /\bby$/iu.test(match[0]) ? end : end + (/\bby\b/iu.exec(sentence.slice(end))?.index ?? Infinity)
    return { start, end, loser: before(start), victor: behind(by) }
  })
  const chinese = [...sentence.matchAll(chinesePassive)].map((match): Victory => {
    const start = match.index
    const end = start + match[0].length
    return { start, end, loser: before(start), victor: (span) => span.start > start && span.end < end }
  })
  const losses = [...sentence.matchAll(lost)].map((match): Victory => {
    const end = match.index + match[0].length
    return { start: match.index, end, loser: before(match.index), victor: behind(end) }
  })
  const taken = [...passives, ...chinese, ...losses]
  const actives = [...sentence.matchAll(active), ...sentence.matchAll(chineseActive)].flatMap((match): Victory[] => {
    const start = match.index
    const end = start + match[0].length
    if (taken.some((one) => one.start < end && start < one.end)) return []
    return [{ start, end, victor: before(start), loser: behind(end) }]
  })
  return [...taken, ...actives]
}

/** Where a name stands in a sentence, whole or by its longest word; null where it does not. */
function placeOf(name: string, sentence: string): Span | null {
  const text = sentence.toLowerCase()
  const words = name.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? []
  const whole = words.join(' ')
  for (const part of [whole, ...words.toSorted((a, b) => b.length - a.length)]) {
    const start = part.length > 1 ? text.indexOf(part) : -1
    if (start !== -1) return { start, end: start + part.length }
  }
  return null
}
