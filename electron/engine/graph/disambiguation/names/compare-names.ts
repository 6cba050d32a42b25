import type { NameForm, NameProfile } from './name-profile'
import { isPersonal, isSurnameOf, personRelation } from './person-names'
import type { TranslationsOf } from '../translations'
import { sameNumbers, vetoOf } from '../vetoes'
import { slipBetween } from './word-typo'

/** What two names have in common; the text goes into the merge log. */
export type Reason =
  | 'same name'
  | 'same core'
  | 'other name in brackets'
  | 'words turned round'
  | 'surname'
  | 'given names agree'
  | 'qualified'
  | 'contained'
  | 'slip of the pen'
  | 'acronym'
  | 'short form'
  | 'numeronym'
  | 'translation'
  | 'definition'

export interface Likeness {
  /** Between 0 and 1. */
  readonly score: number
  readonly reason: Reason
  /** The name that is ambiguous by itself, as a surname or an acronym is: the link counts where it leads to one entity only. */
  readonly leaning: 'a' | 'b' | 'both' | undefined
}

/** Pairs below this likeness are ignored. */
const recallFloor = 0.3
/** Vectors at least as near as this confirm a likeness that is not enough by itself. */
export const rerankThreshold = 0.75
/** A link below this score does not count: its names stay apart. */
export const nilThreshold = 0.5

/** The likeness of two names; undefined below the recall floor or where a veto forbids it. Other names do not matter. */
export function compareNames(a: NameProfile, b: NameProfile, translationsOf: TranslationsOf): Likeness | undefined {
  if (vetoOf(a, b) !== undefined) return undefined
  const found = sameSpelling(a, b) ?? related(a, b, translationsOf)
  if (!found || found.score < recallFloor) return undefined
  // The same word of unknown type may be anything that is called so.
  if (found.leaning !== undefined || (a.type === undefined) === (b.type === undefined)) return found
  return { ...found, leaning: a.type === undefined ? 'a' : 'b' }
}

const exact = (score: number, reason: Reason): Likeness => ({ score, reason, leaning: undefined })

function sameSpelling(a: NameProfile, b: NameProfile): Likeness | undefined {
  const [one, other] = [a.main, b.main]
  if (a.normal === b.normal || one.compact === other.compact) return isQualified(a, b) ?? exact(1, 'same name')
  if (one.words.join('') === other.words.join('') && sameNumbers(one, other)) {
    const titled = one.words.length === 1 && (one.honorific === undefined) !== (other.honorific === undefined)
    if (titled) return { score: 0.7, reason: 'same core', leaning: one.honorific === undefined ? 'a' : 'b' }
    return isQualified(a, b) ?? exact(0.9, 'same core')
  }
  const forms = (p: NameProfile) => (p.alternate ? [p.main, p.alternate] : [p.main])
  const isAlternate = forms(a).some((x) => forms(b).some((y) => x.words.join('') === y.words.join('')))
  return (a.alternate ?? b.alternate) && isAlternate ? exact(0.9, 'other name in brackets') : undefined
}

function isQualified(a: NameProfile, b: NameProfile): Likeness | undefined {
  if ((a.qualifier === undefined) === (b.qualifier === undefined)) return undefined
  return { score: 0.7, reason: 'qualified', leaning: a.qualifier === undefined ? 'a' : 'b' }
}

type OneWay = (short: NameProfile, long: NameProfile) => { score: number; reason: Reason } | undefined

const oneWays: readonly OneWay[] = [
  ({ main: short }, { main: long }) => {
    const stands = short.acronym !== undefined && long.initials.has(short.acronym) && long.words.length > 1
    return stands ? { score: 0.65, reason: 'acronym' } : undefined
  },
  ({ main: short }, { main: long }) =>
    short.isHan && long.hanShort.has(short.words.join('')) ? { score: 0.6, reason: 'short form' } : undefined,
  ({ main: short }, { main: long }) =>
    numeronymOf(long) === short.compact ? { score: 0.8, reason: 'numeronym' } : undefined,
  (short, long) => {
    if (!isSurnameOf(short.main, long.main) || long.main.hasLegalForm) return undefined
    const isTold = short.main.hanPerson !== undefined || [short, long].every((one) => isPersonal(one))
    const isLikely = short.type === undefined && long.type === 'person'
    return isTold || isLikely ? { score: isTold ? 0.6 : 0.5, reason: 'surname' } : undefined
  },
  ({ main: short, qualifier }, { main: long }) => {
    if (qualifier !== undefined || !long.head || long.head.words.join(' ') !== short.words.join(' ')) return undefined
    return long.head.kind === 'tail' ? { score: 0.4, reason: 'contained' } : { score: 0.6, reason: 'qualified' }
  },
]

function related(a: NameProfile, b: NameProfile, translationsOf: TranslationsOf): Likeness | undefined {
  const [one, other] = [a.main, b.main]
  if (!sameNumbers(one, other)) return undefined
  const both = (score: number, reason: Reason): Likeness => ({ score, reason, leaning: 'both' })
  const found: Likeness[] = []
  for (const oneWay of oneWays) {
    const there = oneWay(a, b)
    const back = oneWay(b, a)
    if (there) found.push({ ...there, leaning: 'a' })
    if (back) found.push({ ...back, leaning: 'b' })
  }
  if (one.isHan !== other.isHan && areTranslations(one, other, translationsOf)) found.push(both(0.8, 'translation'))
  if (one.inverted !== undefined && one.inverted === other.inverted) found.push(both(0.6, 'words turned round'))
  const isPerson = isPersonal(a) || isPersonal(b)
  if (isPerson && personRelation(one, other) === 'same') {
    const [fewer, more] = [fullWordsOf(one), fullWordsOf(other)]
    const leaning = fewer < more ? 'a' : fewer > more ? 'b' : 'both'
    found.push({ score: 0.7, reason: 'given names agree', leaning })
  }
  const slip = slipOf(one, other, translationsOf)
  // Surnames one letter apart are mostly two surnames.
  if (slip !== undefined) found.push(both(isPerson ? Math.min(slip, 0.45) : slip, 'slip of the pen'))
  return found.toSorted((x, y) => y.score - x.score || order(x.reason, y.reason))[0]
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Words that are more than an initial. */
function fullWordsOf({ words }: NameForm): number {
  return words.filter((word) => word.length > 1).length
}

/** k8s: first and last letter and how many lie between; undefined for a name of several words. */
export function numeronymOf({ compact, words, numbers }: NameForm): string | undefined {
  if (words.length !== 1 || numbers.length > 0 || !/^[a-z]{5,}$/u.test(compact)) return undefined
  return `${compact.slice(0, 1)}${compact.length - 2}${compact.slice(-1)}`
}

function areTranslations(a: NameForm, b: NameForm, translationsOf: TranslationsOf): boolean {
  const [one, other] = [a.words.join(''), b.words.join('')]
  return one.length > 1 && other.length > 1 && translationsOf(one).includes(other)
}

/** The likeness of names that differ in one word by one slip; two words of a dictionary are two words. */
function slipOf(a: NameForm, b: NameForm, translationsOf: TranslationsOf): number | undefined {
  if (a.words.length !== b.words.length) return undefined
  let slip: number | undefined
  for (const [at, word] of a.words.entries()) {
    const other = b.words[at] ?? ''
    if (word === other) continue
    if (slip !== undefined) return undefined
    slip = slipBetween(word, other)
    if (slip === undefined || (translationsOf(word).length > 0 && translationsOf(other).length > 0)) return undefined
  }
  return slip
}
