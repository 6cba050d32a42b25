import { numeronymOf } from './names/compare-names'
import { nicknames } from './names/english-lexicon'
import type { NameProfile } from './names/name-profile'
import { isPersonal } from './names/person-names'
import type { TranslationsOf } from './translations'

/** What a name is found by. Names that share a key are candidates, unless both are on its short or both on its long side. */
export interface RecallKey {
  readonly key: string
  readonly side: 'any' | 'short' | 'long'
}

/** The first letters that a given name and its short and long forms begin with. */
const firstLetters = new Map<string, Set<string>>()
for (const [base, forms] of nicknames) {
  const letters = new Set([base, ...forms].map((name) => name.slice(0, 1)))
  for (const name of [base, ...forms]) {
    firstLetters.set(name, new Set([...(firstLetters.get(name) ?? []), ...letters]))
  }
}

/** The key under which the core with these words is found, whatever stands between them. */
export function coreKey(words: readonly string[], { main }: NameProfile): string {
  return `core ${words.join('')} ${numbersOf(main.numbers)}`
}

/** Sorted, because in a date the order may differ. All keys hold them: names of other numbers never meet. */
function numbersOf(numbers: readonly string[]): string {
  return numbers.toSorted().join(',')
}

/** The keys of a name, one kind for each way that `compareNames` knows: a few dozen, whatever other names there are. */
export function recallKeys(profile: NameProfile, translationsOf: TranslationsOf): RecallKey[] {
  const { main, alternate, normal } = profile
  const numbers = numbersOf(main.numbers)
  const joined = main.words.join('')
  const spaced = main.words.join(' ')
  const keys: RecallKey[] = []
  const put: PutKey = (kind, text, side) => keys.push({ key: `${kind} ${text} ${numbers}`, side })
  keys.push({ key: `normal ${normal}`, side: 'any' }, { key: `compact ${main.compact}`, side: 'any' })
  keys.push({ key: coreKey(main.words, profile), side: 'any' })
  if (alternate) keys.push({ key: coreKey(alternate.words, profile), side: 'any' })
  if (main.inverted !== undefined) put('turned', main.inverted, 'any')
  if (main.acronym !== undefined) put('acronym', main.acronym, 'short')
  if (main.words.length > 1) for (const initials of main.initials) put('acronym', initials, 'long')
  if (main.isHan && joined.length <= 5) put('han', joined, 'short')
  for (const short of main.hanShort) put('han', short, 'long')
  if (/^[a-z]\d+[a-z]$/u.test(main.compact)) put('numeronym', main.compact, 'short')
  const numeronym = numeronymOf(main)
  if (numeronym !== undefined) put('numeronym', numeronym, 'long')
  put('head', spaced, 'short')
  if (main.head) put('head', main.head.words.join(' '), 'long')
  if (joined.length > 1) {
    put('translation', joined, 'short')
    for (const translation of translationsOf(joined)) put('translation', translation, 'long')
  }
  putPersonKeys(profile, put)
  return keys
}

type PutKey = (kind: string, text: string, side: RecallKey['side']) => void

function putPersonKeys(profile: NameProfile, put: PutKey): void {
  const { main, type } = profile
  if (type !== undefined && type !== 'person') return
  const personal = isPersonal(profile)
  if (main.hanPerson) put('surname', main.hanPerson.surname, main.hanPerson.given === undefined ? 'short' : 'long')
  if (main.words.length <= 3) put('surname', main.words.join(' '), 'short')
  if (personal && main.words.length <= 5) {
    for (let from = 1; from < main.words.length; from += 1) put('surname', main.words.slice(from).join(' '), 'long')
  }
  const [given = ''] = main.words
  if (main.words.length > 1 && main.words.length <= 6) {
    const letters = given.length === 1 ? [given] : [given.slice(0, 1), ...(firstLetters.get(given) ?? [])]
    const surname = main.words.at(-1) ?? ''
    for (const letter of new Set(letters)) put('given', `${letter} ${surname}`, personal ? 'any' : 'long')
  }
}
