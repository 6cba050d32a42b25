import { aggregateOf } from './expression-grammar'
import { called, joined, numberPiece, percentPiece, type Piece } from './expression-piece'
import { amountsOf, changesOf, type Combination, onlySign, peopleOf, withChanges } from './told-changes'
import type { Figure } from './told-figures'
import { ofMany, ofPairs, rank } from './told-products'
import { eachThing, has } from './told-words'

/** What a question's figures make, all of them; null where its words do not tie them together. */
export const combinationOf: Combination = (parts, figures) => {
  if (has(parts.asked, 'original')) return original(parts, figures)
  for (const combine of [change, partOfWhole, portion, ofMany, ofPairs, shared, changed, reckoned]) {
    const piece = combine(parts, figures)
    if (piece) return piece
  }
  return null
}

/** From 640 to 512: by what percentage? */
const change: Combination = ({ told, asked }, figures) => {
  const [before, after, ...others] = figures
  if (!has(asked, 'percent_asked', 'change_asked') || !before || !after || others.length > 0) return null
  if (amountsOf(figures).length !== 2 || !has(told, 'to')) return null
  const isChange = has([...told, ...asked], 'less', 'more', 'went', 'change_asked')
  return isChange ? called('percentchange', [numberPiece(before.value), numberPiece(after.value)]) : null
}

/** 64 of 73: what percentage? The larger is the whole. */
const partOfWhole: Combination = ({ told, asked }, figures) => {
  const [first, second, ...others] = figures
  if (!has(asked, 'percent_asked') || !first || !second || others.length > 0) return null
  if (has(asked, 'change_asked') || has(told, 'to', 'less', 'more') || changesOf(figures).length > 0) return null
  const isSame = first.thing === second.thing
  const isOfOne = isSame && first.thing !== ''
  const areFree = figures.every(({ isFree }) => isFree)
  if (!isOfOne && !(areFree && (isSame || first.thing === '' || second.thing === ''))) return null
  const [part, whole] = Number(first.value) < Number(second.value) ? [first, second] : [second, first]
  return called('percentage', [numberPiece(part.value), numberPiece(whole.value)])
}

/** A bill of 84, how much is a tip of 15%? 200 people, 45% of them: how many? */
const portion: Combination = ({ told, asked }, figures) => {
  const [percent, ...further] = changesOf(figures)
  const [whole, ...others] = figures.filter((one) => one !== percent)
  if (!percent || !whole || others.length + further.length > 0) return null
  if (!has(asked, 'portion') && !(has(told, 'of_which') && percent.sign === null)) return null
  const value = percent.kind === 'tenths' ? String(100 - Number(percent.value)) : percent.value
  return joined(percentPiece(value), '*', numberPiece(whole.value))
}

/** 80 with 20% off, what was it before? */
const original: Combination = ({ told, asked }, figures) => {
  const [percent, ...further] = changesOf(figures)
  const [amount, ...others] = amountsOf(figures)
  if (!percent || !amount || figures.length !== 2 || further.length + others.length > 0) return null
  if (percent.kind === 'tenths') return joined(numberPiece(amount.value), '/', percentPiece(percent.value))
  const sign = percent.sign ?? onlySign([...told, ...asked])
  const factor = sign && joined(numberPiece('1'), sign, percentPiece(percent.value))
  return factor && joined(numberPiece(amount.value), '/', factor)
}

/** 270 for three people, 24 apples in 6 boxes: how much each? */
const shared: Combination = ({ told, asked }, figures) => {
  const rest = figures.filter(({ kind }) => kind === 'amount' || kind === 'people')
  const at = asked.findIndex((token) => has([token], 'each'))
  if (at < 0 && !has(told, 'each')) return null
  const of = at < 0 ? '' : eachThing(asked, at)
  const among = rest.find(({ kind, thing }) => (of === '' ? kind === 'people' : thing === of)) ?? rest.find(isCounted)
  const whole = rest.find((one) => one !== among)
  if (
    rest.length !== 2 ||
    !among ||
    !(among.isFree || (of !== '' && of !== 'person')) ||
    !whole ||
    whole.kind === 'people' ||
    has(asked, 'percent_asked')
  )
    return null
  if (rest.some((one) => rank(one) === 0)) return null
  const changed = withChanges(numberPiece(whole.value), figures, { told, asked })
  return changed && joined(changed, '/', numberPiece(among.value))
}

function isCounted({ thing, isMoney }: Figure): boolean {
  return thing !== '' && !isMoney
}

/** An amount, and what is taken off or added by the hundred. */
const changed: Combination = (parts, figures) => {
  const [amount, ...others] = amountsOf(figures)
  if (!amount || others.length > 0 || peopleOf(figures).length > 0) return null
  if (has(parts.asked, 'percent_asked', 'portion')) return null
  return changesOf(figures).length === 0 ? null : withChanges(numberPiece(amount.value), figures, parts)
}

/** I had 200 and spent 35 and 60, how much is left? A shirt for 20 and shoes for 35, how much in all? */
const reckoned: Combination = ({ told, asked }, figures) => {
  const [first, second, ...others] = figures
  if (!first || !second || figures.some((one) => one.kind !== 'amount' || rank(one) === 0)) return null
  if (has(asked, 'percent_asked', 'each', 'portion') || !areAlike(figures)) return null
  const pieces = figures.map(({ value }) => numberPiece(value))
  if (has(asked, 'change_back') && others.length === 0) {
    return called('abs', [joined(numberPiece(first.value), '-', numberPiece(second.value))])
  }
  if (has(asked, 'left')) return leftOf(first, figures.slice(1))
  const isOfOne = figures.every(({ thing }) => thing === first.thing)
  const isOneSign = figures.every(({ sign, isFree, isMoney }) => sign === first.sign && (isFree || isMoney))
  if (!isOneSign || !isOfOne) return null
  if (has(asked, 'mean')) return aggregateOf('mean', pieces)
  return has([...told, ...asked], 'in_all') ? aggregateOf('sum', pieces) : null
}

/** Whether figures count one thing, or none counts any. */
function areAlike(figures: readonly Figure[]): boolean {
  const things = new Set(figures.map(({ thing }) => thing).filter((thing) => thing !== ''))
  return things.size === 0 || (things.size === 1 && !figures.some(({ isMoney }) => isMoney))
}

function leftOf(first: Figure, others: readonly Figure[]): Piece | null {
  if (first.sign === '-' || others.some(({ sign }) => sign === null)) return null
  return others.reduce((sum, { value, sign }) => joined(sum, sign ?? '-', numberPiece(value)), numberPiece(first.value))
}
