import { foldHan } from '@engine/text/chinese/han-fold'
import { unwrap, type Wrapping } from './english-wrapping'
import type { EntityType } from '@shared/graph'
import type { Mention } from '../../share/graph-share'
import {
  degrees,
  functionWords,
  generations,
  invertible,
  legalForms,
  notInverted,
  organisationWords,
  tailWords,
} from './english-lexicon'
import {
  administrativeCore,
  type HanPerson,
  hanPerson,
  hanShortForms,
  organisationCore,
  withoutClassNoun,
} from './han-name'
import { takeNumbers } from './name-numbers'
import { type NameWord, normaliseName, wordsOf } from './normal-name'
import { canonicalWords } from './word-forms'

/** One reading of a name, without what is wrapped around it. All words are folded and canonical. */
export interface NameForm extends Wrapping {
  /** All words and digits without what separates them, and without an article. */
  readonly compact: string
  /** Content words of the core in order; function words are left out. */
  readonly words: readonly string[]
  /** The core's words, function words included. */
  readonly allWords: readonly string[]
  readonly numbers: readonly string[]
  readonly hasMonth: boolean
  /** The letters of what is written like an acronym. */
  readonly acronym: string | undefined
  /** Acronyms its words can have. */
  readonly initials: ReadonlySet<string>
  /** Words before a comma, "of" or a rank, where the rest only says which or where. */
  readonly head: { readonly words: readonly string[]; readonly kind: 'qualifier' | 'tail' | 'rank' } | undefined
  readonly rank: string | undefined
  readonly hanPerson: HanPerson | undefined
  readonly hanShort: ReadonlySet<string>
  /** Written with initials or with the dot of a foreign name in Chinese: a person's name. */
  readonly looksPersonal: boolean
  /** Words sorted, where "of" may have turned them round; undefined elsewhere. */
  readonly inverted: string | undefined
  readonly isHan: boolean
}

/** A name as it is compared. It depends on nothing but the mention, so it can be made anywhere and in any order. */
export interface NameProfile {
  readonly name: string
  readonly type: EntityType | undefined
  /** `normaliseName` of it. */
  readonly normal: string
  readonly main: NameForm
  /** What stands in brackets behind it and is another name of it. */
  readonly alternate: NameForm | undefined
  /** What stands in brackets and says which one: Mercury (planet). */
  readonly qualifier: string | undefined
}

const bracketed = /^(.+?)\s*\(([^()]+)\)\s*$/u

export function profileOf({ name, type }: Mention): NameProfile {
  const text = foldHan(name.normalize('NFKC'))
  const [, outer = '', inner = ''] = bracketed.exec(text) ?? []
  const profile = { name, type, normal: normaliseName(name) }
  if (outer.trim() === '') return { ...profile, main: formOf(text, type), alternate: undefined, qualifier: undefined }
  const main = formOf(outer, type)
  const other = formOf(inner, type)
  return isOtherName(main, other)
    ? { ...profile, main, alternate: other, qualifier: undefined }
    : { ...profile, main, alternate: undefined, qualifier: normaliseName(inner) }
}

function isOtherName(main: NameForm, other: NameForm): boolean {
  if (main.isHan !== other.isHan) return true
  const stands = (short: NameForm, long: NameForm) =>
    (short.acronym !== undefined && long.initials.has(short.acronym)) || long.hanShort.has(short.words.join(''))
  return stands(main, other) || stands(other, main)
}

function formOf(raw: string, type: EntityType | undefined): NameForm {
  const isPerson = type === 'person'
  const { text, beforeComma } = splitComma(raw, isPerson)
  const written = wordsOf(text)
  const { numbers, words, hasMonth } = takeNumbers(written)
  const wrapping = unwrap(words, isPerson)
  const { core } = wrapping
  const compact = (wrapping.hasArticle ? written.slice(1) : written).map((word) => word.text).join('')
  const personal = isPerson || wrapping.honorific !== undefined
  const bare = withoutHanWrapping(core)
  const isHan = bare.length > 0 && bare.every((word) => word.kind === 'han')
  const joined = isHan ? bare.map((word) => word.text).join('') : ''
  const person = isHan && bare.length === 1 ? hanPerson(joined, isPerson) : undefined
  const rank = isHan && !person ? administrativeCore(joined) : undefined
  const spelled = bare.flatMap((word) =>
    word.kind === 'han' ? [hanWord(word.text, person)] : canonicalWords(word, personal),
  )
  const content = spelled.filter((word) => !functionWords.has(word))
  const own = content.length > 0 ? content : spelled
  return {
    // Spelled out: spreading costs more here than all the rest.
    hasArticle: wrapping.hasArticle,
    honorific: wrapping.honorific,
    generation: wrapping.generation,
    hasLegalForm: wrapping.hasLegalForm,
    compact,
    words: own,
    allWords: spelled,
    numbers,
    hasMonth,
    acronym: acronymOf(core),
    initials: shared(initialsOf(words, core)),
    head: headOf(spelled, beforeComma, type, rank?.core),
    rank: rank?.rank,
    hanPerson: person,
    hanShort: isHan && !person ? shared(hanShortForms(own.join(''))) : none,
    looksPersonal:
      (isHan && bare.length > 1) || (core.length > 1 && core.length < 5 && /^\p{Lu}$/u.test(core[0]?.raw ?? '')),
    inverted: invertedOf(spelled, own),
    isHan,
  }
}

/** Most names have none, and an empty set takes as much memory as the rest of a name. */
const none: ReadonlySet<string> = new Set()

function shared(some: ReadonlySet<string>): ReadonlySet<string> {
  return some.size === 0 ? none : some
}

function hanWord(text: string, person: HanPerson | undefined): string {
  return person ? person.surname + (person.given ?? '') : organisationCore(text.replaceAll('的', ''))
}

/** Off a Latin name: a class noun, legal form or the like in Chinese. */
function withoutHanWrapping(core: readonly NameWord[]): readonly NameWord[] {
  const last = core.at(-1)
  if (core.length < 2 || last?.kind !== 'han' || core.some((word) => word !== last && word.kind === 'han')) return core
  const left = withoutClassNoun(last.text)
  if (left === undefined) return core
  return left === '' ? core.slice(0, -1) : [...core.slice(0, -1), { ...last, raw: left, text: left }]
}

const mayFollowComma = new Set([...legalForms, ...degrees, ...generations])

/** "Curie, Marie" is turned round; before "Springfield, Illinois" lies the name; "Acme, Inc." has no comma. */
function splitComma(raw: string, isPerson: boolean): { text: string; beforeComma: string | undefined } {
  if (!raw.includes(',')) return { text: raw, beforeComma: undefined }
  const [head = '', tail = '', ...more] = raw.split(',')
  const after = wordsOf(tail)
  if (more.length > 0 || after.length === 0 || !/\p{L}/u.test(head)) return { text: raw, beforeComma: undefined }
  if (after.every((word) => mayFollowComma.has(word.text))) return { text: `${head} ${tail}`, beforeComma: undefined }
  if (isPerson && after.length <= 3) return { text: `${tail} ${head}`, beforeComma: undefined }
  return { text: raw, beforeComma: /\d/u.test(tail) ? undefined : head }
}

function headOf(
  words: readonly string[],
  beforeComma: string | undefined,
  type: EntityType | undefined,
  ranked: string | undefined,
): NameForm['head'] {
  if (ranked !== undefined) return { words: [ranked], kind: 'rank' }
  if (beforeComma !== undefined && type !== 'organisation') {
    const head = takeNumbers(wordsOf(beforeComma)).words.flatMap((word) => canonicalWords(word, false))
    const isPlace = head.length <= 3 && !head.some((word) => organisationWords.has(word) || functionWords.has(word))
    if (isPlace) return { words: head, kind: 'qualifier' }
  }
  const at = words.findIndex((word) => tailWords.has(word))
  return at >= 2 && at < words.length - 1 && !organisationWords.has(words[at - 1] ?? '')
    ? { words: words.slice(0, at).filter((word) => !functionWords.has(word)), kind: 'tail' }
    : undefined
}

function acronymOf(core: readonly NameWord[]): string | undefined {
  const letters = core.filter((word) => !functionWords.has(word.text)).map((word) => word.raw)
  if (letters.length === 0 || letters.length > 3) return undefined
  const isAcronym = letters.every(
    (raw) => /^\p{Lu}{1,8}s?$/u.test(raw) || (raw.length <= 6 && /^\p{L}*\p{Lu}\p{L}*\p{Lu}$/u.test(raw)),
  )
  const joined = letters.map((raw) => (/^\p{Lu}{2,}s$/u.test(raw) ? raw.slice(0, -1) : raw)).join('')
  return isAcronym && joined.length >= 2 ? joined.toLowerCase() : undefined
}

/** First letters of all words, without function words, with and without a legal form. */
function initialsOf(words: readonly NameWord[], core: readonly NameWord[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const all of [words, core]) {
    if (all.length < 2 || all.some((word) => word.kind === 'han')) continue
    for (const some of [all, all.filter((word) => !functionWords.has(word.text))]) {
      const letters = some.map((word) => word.text.slice(0, 1)).join('')
      if (some.length >= 2 && letters.length <= 8) found.add(letters)
    }
  }
  return found
}

function invertedOf(all: readonly string[], words: readonly string[]): string | undefined {
  if (words.length < 2 || words.some((word) => notInverted.has(word))) return undefined
  const turned = all[1] === 'of' && invertible.has(all[0] ?? '')
  const straight = invertible.has(all.at(-1) ?? '') && all.length === words.length
  return turned || straight ? words.toSorted().join(' ') : undefined
}
