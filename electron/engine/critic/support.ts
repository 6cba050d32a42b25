import { type Note, note } from '@shared/note'
import { additionIn } from './claims/additions'
import { align, type Alignment, type Difference } from './claims/alignment'
import { missingNames, nameLike } from './facts/proper-names'
import { isWorkedOut } from './facts/derived'
import { holdsVerbatim, shown } from './facts/comparable-text'
import { addsNegation, isNegation } from './facts/polarity'
import { matchOf, quantitiesIn } from './facts/quantities'
import { deniedBy } from './binding/denied'
import { carriedInto, type Dictionary, misplacedInRows } from './binding/across-languages'
import { type Exchanged, exchangedIn } from './binding/exchanged'
import { isGiven } from './binding/given'
import { type Misplaced, misplacedIn } from './binding/misplaced'
import { heldOf, isGrammar } from './binding/word-match'
import { bestWindow, holds, type Source, type Window } from './source'
import type { Statement } from './claims/statement'
import { type Token, tokensIn } from './claims/claim-tokens'

/** How far a source carries what is claimed from it. */
export interface Support {
  /** `uncompared`: the source is in another language, and what can be compared shows no fault. */
  readonly verdict: 'supported' | 'partly' | 'unsupported' | 'uncompared'
  readonly issues: readonly Note[]
  /** How much of the sentence its source has, 0 to 1. */
  readonly share: number
}

interface Problem {
  readonly issue: Note
  /** It says something false rather than something more. */
  readonly isWrong: boolean
}

/** Below this share of its words a sentence is about something else than its source. */
const minShare = { kin: 0.3, said: 0.45, near: 0.36 }
/** A sentence this near to its source's words is compared word for word, first in names and figures, then in all. */
const nearCopy = { names: 0.6, words: 0.8, copied: 0.6 }

/** Whether a source says so much of a sentence that nobody need ask where it is from. */
export function isClear({ verdict, share }: Support): boolean {
  return verdict === 'supported' && share >= clearShare
}

const clearShare = 0.65

/** Where no term table is at hand. */
const noWords: Dictionary = { match: () => [] }

/** Holds a sentence against one source, or several joined. The same words are always supported. */
export function support(claim: Statement, source: Source, dictionary = noWords): Support {
  if (holdsVerbatim(source.text, claim.text)) return { verdict: 'supported', issues: [], share: 1 }
  if (claim.language !== source.language) return acrossLanguages(claim, source, dictionary)
  const window = bestWindow(source, claim.tokens)
  const alignment = nearest(claim.text, window)
  const heard = hearing(claim, source, alignment)
  // A sum is in words of its own.
  const isSum = !isNearCopy(alignment) && claim.quantities.some((one) => isWorkedOut(one, claim.quantities))
  const added = isSum ? null : additionIn(claim, heard.held, source, alignment)
  const problems = [
    ...quantityProblems(claim, source),
    ...nameProblems(claim, source, isNearCopy(alignment)),
    ...misplacedProblems(misplacedIn(claim, source.units), source.number),
    ...exchangedProblems(exchangedIn(claim, source.units), source.number),
    ...polarityProblems(claim, source, {
      ...heard,
      isCopy: isNearCopy(alignment) && alignment.share >= nearCopy.words,
    }),
    ...(isNearCopy(alignment)
      ? alignment.differences.flatMap((difference) => differenceProblems(difference, alignment.share, source, window))
      : []),
    ...(added === null
      ? []
      : [{ issue: note('added_words', { words: shown(added), number: source.number }), isWrong: false }]),
  ]
  const { share } = heard
  // Words that stand for others are easily found all over a passage; some of its own must stand together.
  const isBeside = !isSum && (window.held + share) / 2 < minShare.near
  return verdictOf(withoutRepeats(problems), share, source, isBeside ? 1 : isSum ? minShare.kin : minShare.said)
}

/** Whether a sentence is its source's with a few words changed, rather than prose of its own. */
function isNearCopy({ share, copied }: Alignment): boolean {
  return share >= nearCopy.names && copied >= nearCopy.copied
}

/** What of a claim its source has: a near copy is held to its words, free prose to words that stand for them. */
function hearing(claim: Statement, source: Source, alignment: Alignment) {
  const { content, quantities } = claim
  const isAbout = ({ raw }: Token) => source.about.includes(raw)
  const isNear = isNearCopy(alignment)
  const held = content.map((token) => {
    if (holds(source, token) || isAbout(token) || claim.labelTerms.has(token.term)) return 1
    return isNear ? 0 : isGrammar(token) ? 1 : heldOf(token, source)
  })
  const words = content.flatMap((token, at) => (!isNear && isGrammar(token) ? [] : [held[at] ?? 0]))
  const all = [...words, ...quantities.map((quantity) => (isGiven(quantity, claim, source) ? 1 : 0))]
  return {
    held,
    share: all.length === 0 ? 1 : all.reduce((sum, one) => sum + one, 0) / all.length,
  }
}

function verdictOf(problems: readonly Problem[], share: number, { number }: Source, least: number): Support {
  const issues = problems.map(({ issue }) => issue)
  if (share < least) {
    // Of what is about something else there is no use in saying which words are missing.
    const isElse = share < minShare.kin || issues.length === 0
    return { verdict: 'unsupported', issues: isElse ? [note('little_support', { number })] : issues, share }
  }
  if (problems.some(({ isWrong }) => isWrong)) return { verdict: 'unsupported', issues, share }
  return { verdict: issues.length > 0 ? 'partly' : 'supported', issues, share }
}

/**
 * Between languages figures, dates and names in Latin letters can be compared, and of the words those that the dictionary
 * knows. Where these do not decide it, that is all that is known.
 */
function acrossLanguages(claim: Statement, source: Source, dictionary: Dictionary): Support {
  const { number, units } = source
  const carried = carriedInto(source.language, claim, dictionary)
  const names = carried.content.filter(({ others, raw }) => others === undefined && raw.length > 2)
  const problems: Problem[] = [
    ...quantityProblems(carried, source),
    ...names
      .filter((token) => !holds(source, token))
      .map(({ raw }) => ({ issue: note('name_missing', { name: raw, number }), isWrong: true })),
    ...misplacedProblems(misplacedInRows(carried, claim, units), number),
  ]
  const issues = withoutRepeats(problems).map(({ issue }) => issue)
  if (issues.length > 0) return { verdict: 'unsupported', issues, share: 0 }
  const isCompared = claim.quantities.length + names.length > 0
  const key = isCompared ? 'figures_agree' : 'other_language'
  return { verdict: 'uncompared', issues: [note(key, { number })], share: isCompared ? 1 : 0 }
}

/** Beside the best sentence, or beside the whole window where the claim is made of several. */
function nearest(claim: string, window: Window): Alignment {
  const alone = align(claim, window.best)
  if (alone.share >= nearCopy.words || window.best === window.text) return alone
  const whole = align(claim, window.text)
  return whole.share > alone.share + 0.15 ? whole : alone
}

function quantityProblems(claim: Statement, source: Source): Problem[] {
  const { number } = source
  return claim.quantities.flatMap((quantity) => {
    if (isGiven(quantity, claim, source)) return []
    const key = matchOf(quantity, source.quantities) === 'other unit' ? 'unit_differs' : 'number_missing'
    return [{ issue: note(key, { value: quantity.raw, number }), isWrong: true }]
  })
}

/** Figures, names and cells that the source gives for something else. */
function misplacedProblems(misplaced: readonly Misplaced[], number: number): Problem[] {
  return misplaced.map(({ specific, found }) => ({
    issue: note('says_otherwise', { word: shown(specific.said), found: shown(found), number }),
    isWrong: true,
  }))
}

/** Two figures of a claim, each with what the source says of the other. */
function exchangedProblems(exchanged: readonly Exchanged[], number: number): Problem[] {
  return exchanged.map(({ said, found }) => ({
    issue: note('says_otherwise', { word: shown(said.raw), found: shown(found.raw), number }),
    isWrong: true,
  }))
}

function nameProblems(claim: Statement, source: Source, isCopy: boolean): Problem[] {
  const tokens = claim.tokens.filter(({ term }) => !claim.labelTerms.has(term))
  return missingNames(claim.text, tokens, source, isCopy).map((name) => ({
    issue: note('name_missing', { name: shown(name), number: source.number }),
    isWrong: true,
  }))
}

function polarityProblems(
  claim: Statement,
  { number, units }: Source,
  { share, isCopy }: { readonly share: number; readonly isCopy: boolean },
): Problem[] {
  // Two texts about different things are no contradiction.
  if (share < minShare.said) return []
  const flipped = isCopy ? null : deniedBy(claim, units)
  return flipped ? [{ issue: note('negation_differs', { words: shown(flipped), number }), isWrong: true }] : []
}

/** In a near copy: a name or figure where the source has another, a "not" put in or left out. */
function differenceProblems({ said, found, at }: Difference, share: number, source: Source, window: Window): Problem[] {
  const { number } = source
  const isNear = share >= nearCopy.words
  if (isNear && (said === '' ? isNegation(found) : addsNegation(said, found))) {
    return [{ issue: note('negation_differs', { words: shown(said || found), number }), isWrong: true }]
  }
  // A name that stands beside is in another place, not another name.
  const isName = !window.text.includes(said) && nameLike(said, at > 0, source) && nameLike(found, true, source, true)
  const isFigure = otherFigure(said, found)
  const isWord =
    isNear &&
    [said, found].every((words) =>
      tokensIn(words).some((one) => one.script === 'unspaced' && one.content && !isGrammar(one)),
    )
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
