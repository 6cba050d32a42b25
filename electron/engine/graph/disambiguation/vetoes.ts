import { negations, negativePrefixes, opposites } from './names/english-lexicon'
import { negations as negationsHan, opposites as oppositesHan } from './names/han-lexicon'
import type { NameForm, NameProfile } from './names/name-profile'
import { isPersonal, personRelation } from './names/person-names'

/** Why two names are never one entity, however alike they are. */
export type Veto =
  | 'types differ'
  | 'numbers differ'
  | 'letters differ'
  | 'permuted'
  | 'opposites'
  | 'negated'
  | 'given names differ'
  | 'generations differ'
  | 'titles differ'
  | 'qualifiers differ'
  | 'ranks differ'
  | 'a word, not the acronym'

/** The reason two names must stay apart; undefined where there is none. Symmetric, and it looks at these two only. */
export function vetoOf(a: NameProfile, b: NameProfile): Veto | undefined {
  if (a.type !== undefined && b.type !== undefined && a.type !== b.type) return 'types differ'
  if (a.normal === b.normal) return undefined
  if (!sameNumbers(a.main, b.main)) return 'numbers differ'
  if (a.qualifier !== undefined && b.qualifier !== undefined && a.qualifier !== b.qualifier) return 'qualifiers differ'
  if (a.main.rank !== undefined && b.main.rank !== undefined && a.main.rank !== b.main.rank && haveOneHead(a, b)) {
    return 'ranks differ'
  }
  if (isWordForAcronym(a.main, b.main) || isWordForAcronym(b.main, a.main)) return 'a word, not the acronym'
  return vetoOfPersons(a, b) ?? vetoOfWords(a.main, b.main)
}

function haveOneHead({ main: a }: NameProfile, { main: b }: NameProfile): boolean {
  return a.head?.words.join('') === b.head?.words.join('')
}

/** The Who is not the WHO. */
function isWordForAcronym(word: NameForm, other: NameForm): boolean {
  return word.hasArticle && word.acronym === undefined && other.acronym === word.compact && !other.hasArticle
}

/** The same numbers; in the same order too, unless they are a date in words. */
export function sameNumbers(a: NameForm, b: NameForm): boolean {
  if (a.numbers.length !== b.numbers.length) return false
  const inOrder =
    a.hasMonth || b.hasMonth ? (form: NameForm) => form.numbers.toSorted() : (form: NameForm) => form.numbers
  return inOrder(a).join(' ') === inOrder(b).join(' ')
}

function vetoOfPersons(a: NameProfile, b: NameProfile): Veto | undefined {
  const [one, other] = [a.main, b.main]
  if (one.generation && other.generation && one.generation !== other.generation) return 'generations differ'
  if (!isPersonal(a) || !isPersonal(b)) return undefined
  const titles = [one.honorific ?? one.hanPerson?.title, other.honorific ?? other.hanPerson?.title]
  if (titles.includes('m') && titles.includes('f')) return 'titles differ'
  return personRelation(one, other) === 'different' ? 'given names differ' : undefined
}

const opposite = new Map<string, Set<string>>()
for (const [one = '', other = ''] of opposites) {
  opposite.set(one, (opposite.get(one) ?? new Set()).add(other))
  opposite.set(other, (opposite.get(other) ?? new Set()).add(one))
}

function vetoOfWords(a: NameForm, b: NameForm): Veto | undefined {
  const onlyA = a.words.filter((word) => !b.words.includes(word))
  const onlyB = b.words.filter((word) => !a.words.includes(word))
  if (isPermuted(a, b)) return 'permuted'
  if (onlyA.some((word) => onlyB.some((other) => opposite.get(word)?.has(other)))) return 'opposites'
  const isNegated = (words: readonly string[], others: readonly string[]) =>
    words.some((word) => negations.has(word) && others.length === 0) ||
    words.some((word) => others.some((other) => negativePrefixes.some((prefix) => word === prefix + other)))
  if (isNegated(onlyA, onlyB) || isNegated(onlyB, onlyA)) return 'negated'
  if (lettersDiffer(onlyA, onlyB)) return 'letters differ'
  return a.isHan && b.isHan ? vetoOfHan(a.words.join(''), b.words.join('')) : undefined
}

/** Plan A, Plan B; not the initials of persons, which are compared as given names. */
function lettersDiffer(onlyA: readonly string[], onlyB: readonly string[]): boolean {
  const single = (words: readonly string[]) => words.length > 0 && words.every((word) => /^[a-z]$/u.test(word))
  return single(onlyA) && single(onlyB)
}

/** The same characters in another order: anagrams, and names with their words exchanged. */
function isPermuted(a: NameForm, b: NameForm): boolean {
  const [one, other] = [a.words.join(''), b.words.join('')]
  if (one === other || one.length !== other.length || one.length < 2) return false
  if (a.inverted !== undefined && a.inverted === b.inverted && a.allWords.length !== b.allWords.length) return false
  const sorted = (text: string) => Array.from(text).toSorted().join('')
  return sorted(one) === sorted(other)
}

function vetoOfHan(a: string, b: string): Veto | undefined {
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [onlyA, onlyB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (start + end === 0) return undefined
  const turns = (one: string, other: string, x: string, y: string) => one.includes(x) && one.replace(x, y) === other
  if (oppositesHan.some(([x = '', y = '']) => turns(a, b, x, y) || turns(a, b, y, x))) return 'opposites'
  const isNegation = (one: string, other: string) => other === '' && one.length === 1 && negationsHan.test(one)
  return isNegation(onlyA, onlyB) || isNegation(onlyB, onlyA) ? 'negated' : undefined
}
