import { type Note, note } from '@shared/note'
import { additionIn } from './claims/additions'
import { align, type Alignment, type Difference } from './claims/alignment'
import { missingNames, nameLike } from './facts/proper-names'
import { holdsVerbatim, shown } from './facts/comparable-text'
import { addsNegation, flippedNegation, isNegation, oppositeIn } from './facts/polarity'
import { matchOf, type Quantity, quantitiesIn } from './facts/quantities'
import { misplacedIn } from './binding/misplaced'
import { bestWindow, holds, type Source, type Window } from './source'
import type { Statement } from './claims/statement'
import type { Token } from './claims/claim-tokens'

/** How far a source carries what is claimed from it. */
export interface Support {
  readonly verdict: 'supported' | 'partly' | 'unsupported'
  readonly issues: readonly Note[]
}

interface Problem {
  readonly issue: Note
  /** It says something false rather than something more. */
  readonly isWrong: boolean
}

/** Below these shares of its words a sentence says hardly, or only partly, what its source says. */
const minShare = { kin: 0.3, partly: 0.4, supported: 0.65 }
/** A sentence this near to its source's words is compared word for word, first in names and figures, then in all. */
const nearCopy = { names: 0.6, words: 0.8 }

/** Holds a sentence against one source, or several joined. The same words are always supported. */
export function support(claim: Statement, source: Source): Support {
  if (holdsVerbatim(source.text, claim.text)) return { verdict: 'supported', issues: [] }
  if (claim.language !== source.language) return acrossLanguages(claim, source)
  const { content } = claim
  const window = bestWindow(source, claim.tokens)
  const alignment = nearest(claim.text, window)
  const found = content.map((token) => holds(source, token) || source.about.includes(token.raw))
  const share = shareOf(claim, found, source)
  const added = additionIn(claim, found, source, alignment)
  const problems = [
    ...quantityProblems(claim, source),
    ...nameProblems(claim, source, alignment),
    ...misplacedProblems(claim, source),
    ...polarityProblems(claim.text, window, source, share),
    ...alignment.differences.flatMap((difference) => differenceProblems(difference, alignment.share, source)),
    ...(added === null
      ? []
      : [{ issue: note('added_words', { words: shown(added), number: source.number }), isWrong: false }]),
  ]
  // A sentence may gather from all over a passage, so what stands outside the window counts too, but half.
  const near = (window.held + share) / 2
  return verdictOf(withoutRepeats(problems), near, share, source)
}

/** Share of a claim's words and quantities that its source has. */
function shareOf({ quantities }: Statement, found: readonly boolean[], source: Source): number {
  const all = [...found, ...quantities.map((quantity) => matchOf(quantity, source.quantities) === 'same')]
  return all.length === 0 ? 1 : all.filter(Boolean).length / all.length
}

function verdictOf(problems: readonly Problem[], near: number, share: number, { number }: Source): Support {
  const issues = problems.map(({ issue }) => issue)
  if (near < minShare.partly) {
    // Of what is about something else there is no use in saying which words are missing.
    const isElse = share < minShare.kin || issues.length === 0
    return { verdict: 'unsupported', issues: isElse ? [note('little_support', { number })] : issues }
  }
  if (problems.some(({ isWrong }) => isWrong)) return { verdict: 'unsupported', issues }
  if (issues.length > 0) return { verdict: 'partly', issues }
  if (share < minShare.supported) return { verdict: 'partly', issues: [note('some_support', { number })] }
  return { verdict: 'supported', issues }
}

/** Words cannot be compared between languages; figures, dates and names in Latin letters can. */
function acrossLanguages({ content, quantities }: Statement, source: Source): Support {
  const { number } = source
  const missing = quantities.filter((quantity) => matchOf(quantity, source.quantities) === 'none')
  const foreign = content.filter(({ script, raw }) => script === 'spaced' && source.language === 'en' && raw.length > 2)
  const absent = foreign.filter((token) => !holds(source, token))
  const issues = [
    ...missing.map(({ raw }) => note('number_missing', { value: raw, number })),
    ...absent.map(({ raw }) => note('name_missing', { name: raw, number })),
  ]
  if (issues.length > 0) return { verdict: 'unsupported', issues }
  if (quantities.length + foreign.length > 0) return { verdict: 'supported', issues }
  return { verdict: 'partly', issues: [note('other_language', { number })] }
}

/** Beside the best sentence, or beside the whole window where the claim is made of several. */
function nearest(claim: string, window: Window): Alignment {
  const alone = align(claim, window.best)
  if (alone.share >= nearCopy.words || window.best === window.text) return alone
  const whole = align(claim, window.text)
  return whole.share > alone.share + 0.15 ? whole : alone
}

function quantityProblems({ quantities }: Statement, source: Source): Problem[] {
  const { number } = source
  const known = source.quantities
  return quantities.flatMap((quantity) => {
    const match = matchOf(quantity, known)
    const value = quantity.raw
    if (match === 'none') return [{ issue: note('number_missing', { value, number }), isWrong: true }]
    if (match === 'other unit') return [{ issue: note('unit_differs', { value, number }), isWrong: true }]
    return []
  })
}

/** Figures, names and cells that the source gives for something else. */
function misplacedProblems(claim: Statement, { units, number }: Source): Problem[] {
  return misplacedIn(claim, units).map(({ specific, found }) => ({
    issue: note('says_otherwise', { word: shown(specific.said), found: shown(found), number }),
    isWrong: true,
  }))
}

function nameProblems(claim: Statement, source: Source, { share, differences }: Alignment): Problem[] {
  const changed = ({ start, end }: Token) => differences.some(({ at, end: to }) => at < end && start < to)
  // In a near copy two characters may meet where others were left out; that makes no name.
  const tokens = claim.tokens.filter((token) => !token.unknown || share < nearCopy.words || changed(token))
  return missingNames(claim.text, tokens, source).map((name) => ({
    issue: note('name_missing', { name: shown(name), number: source.number }),
    isWrong: true,
  }))
}

function polarityProblems(claim: string, window: Window, { number }: Source, share: number): Problem[] {
  // Two texts about different things are no contradiction.
  if (share < minShare.partly) return []
  const flipped = flippedNegation(claim, window.text)
  if (flipped) return [{ issue: note('negation_differs', { words: shown(flipped), number }), isWrong: true }]
  const opposite = oppositeIn(claim, window.text)
  if (!opposite) return []
  return [{ issue: note('says_otherwise', { word: opposite.said, found: opposite.found, number }), isWrong: true }]
}

/** In a near copy: a name or figure where the source has another, a "not" put in or left out. */
function differenceProblems({ said, found, at }: Difference, share: number, source: Source): Problem[] {
  if (share < nearCopy.names) return []
  const { number } = source
  const isNear = share >= nearCopy.words
  if (isNear && (said === '' ? isNegation(found) : addsNegation(said, found))) {
    return [{ issue: note('negation_differs', { words: shown(said || found), number }), isWrong: true }]
  }
  const isName = nameLike(said, at > 0, source) && nameLike(found, true, source)
  const isFigure = otherFigure(said, found)
  const isWord = isNear && /\p{Script=Han}{2}/u.test(said) && /\p{Script=Han}{2}/u.test(found)
  if (!isName && !isFigure && !isWord) return []
  return [
    {
      issue: note('says_otherwise', { word: shown(said), found: shown(found), number }),
      isWrong: isName || isFigure,
    },
  ]
}

function otherFigure(said: string, found: string): boolean {
  const its = quantitiesIn(found)
  const mine = quantitiesIn(said)
  return its.length > 0 && mine.length > 0 && mine.every((quantity) => matchOf(quantity, its) === 'none')
}

/** Two rules may find the same fault; the first that does names it. */
function withoutRepeats(problems: readonly Problem[]): Problem[] {
  const seen: string[] = []
  return problems.filter(({ issue }) => {
    const { key, values } = issue
    const about = [values['value'], values['name'], values['word'], values['words']].find(
      (value) => value !== undefined,
    )
    const id = key === 'negation_differs' ? key : String(about)
    const isKnown = seen.some((one) => one.includes(id) || id.includes(one))
    seen.push(id)
    return !isKnown
  })
}
