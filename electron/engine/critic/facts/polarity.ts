import { analyse } from '@engine/text/analyse'
import { isStopTerm } from '@engine/text/english/stop-words'
import lexicon from '@resources/lexicon/opposites.json'

/** A pair of words that cannot both be true of the same thing. Stems in English, stretches of characters in Chinese. */
const opposites = lexicon.english.map(
  ([one = '', other = '']) => [analyse(one)[0] ?? one, analyse(other)[0] ?? other] as const,
)
const chineseOpposites = lexicon.chinese.map(([one = '', other = '']) => [one, other] as const)

/** A word of a claim where the source has its opposite. */
export interface Opposite {
  readonly said: string
  readonly found: string
}

/** The word that turns a claim round: the source has only its opposite, beside some of the same words. */
export function oppositeIn(claim: string, source: string): Opposite | null {
  return opposed(wordsIn(claim), wordsIn(source), opposites) ?? opposedInChinese(claim, source)
}

interface Word {
  readonly raw: string
  readonly term: string
}

function wordsIn(text: string): Word[] {
  return (text.match(/\p{Script=Latin}[\p{Script=Latin}'-]*|\d+/gu) ?? []).flatMap((raw) => {
    const term = analyse(raw)[0]
    return term === undefined ? [] : [{ raw, term }]
  })
}

function opposed(claim: readonly Word[], source: readonly Word[], pairs: typeof opposites): Opposite | null {
  const find = (words: readonly Word[], term: string) => words.findIndex((word) => word.term === term)
  for (const [mine, its] of pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const])) {
    const [at, there] = [find(claim, mine), find(source, its)]
    if (at === -1 || there === -1 || find(source, mine) !== -1 || find(claim, its) !== -1) continue
    const around = new Set(beside(source, there))
    if (beside(claim, at).some((term) => around.has(term))) {
      return { said: claim[at]?.raw ?? '', found: source[there]?.raw ?? '' }
    }
  }
  return null
}

/** The terms of content next to a word. */
function beside(words: readonly Word[], at: number): string[] {
  return [...words.slice(Math.max(0, at - reach), at), ...words.slice(at + 1, at + 1 + reach)]
    .map(({ term }) => term)
    .filter((term) => !isStopTerm(term))
}

const reach = 4

function opposedInChinese(claim: string, source: string): Opposite | null {
  for (const [mine, its] of chineseOpposites.flatMap(([a, b]) => [[a, b] as const, [b, a] as const])) {
    const [at, there] = [claim.indexOf(mine), source.indexOf(its)]
    if (at === -1 || there === -1 || source.includes(mine) || claim.includes(its)) continue
    const pairs = new Set(pairsAround(source, there, its))
    if (pairsAround(claim, at, mine).some((pair) => pairs.has(pair))) return { said: mine, found: its }
  }
  return null
}

/** The pairs of characters next to a word. */
function pairsAround(text: string, at: number, word: string): string[] {
  const [before, after] = [text.slice(Math.max(0, at - 6), at), text.slice(at + word.length, at + word.length + 6)]
  return [...analyse(before), ...analyse(after)].filter((term) => term.length > 1)
}

const negator =
  /\b(?:not(?! (?:only|just|merely|necessarily)\b)(?![^.;!?]{0,80}\buntil\b)|never|without(?! (?:it|them|this|that)\b)|none|neither|nor|cannot|nobody|nothing|no(?!\. ?\d))\b|n't\b/giu
/** Say no by their meaning: they excuse a missing "not", but do not stand for one. */
const softNegator = /^(?:fail|refus|deni|deny|lack|reject|unabl|imposs|hardli|rare|seldom|avoid|prevent|few|littl)/u
const chineseNegator =
  /不(?![仅但过同断久少管论只止禁丹锈等已])|没有|没(?!收)|(?<!除)并非|未(?![来婚])|无法|无需|无须|毫无|禁止|勿|(?<![除是南东西北莫若阿])非(?![常洲法凡])|(?<![华虚])无(?![论线锡数限关疑比机穷形核辜意双]|人机)/gu
/** Characters that a put-in negation has at most: "did not". */
const longestDenial = 12
const clauseEnd = /[,.;:!?，。；：！？、]/u

/** Where one side says not and the other does not; the words in question, or null. */
export function flippedNegation(claim: string, source: string): string | null {
  const [mine, its] = [withoutConditions(claim), withoutConditions(source)]
  return englishFlip(mine, its) ?? englishFlip(its, mine) ?? chineseFlip(mine, its) ?? chineseFlip(its, mine)
}

/** What is so only if something else is denies nothing of what is so. */
function withoutConditions(text: string): string {
  return text.replace(condition, ' ')
}

const condition = /\b(?:if|unless)\b[^,.;:!?]*(?:,(?=\s)|$)|(?:如果|只要|假如|若|除非|一旦)[^，。；;,：]*[，,]/giu

/** Whether a few words of a near copy say not, where the words they stand against do not. */
export function addsNegation(said: string, found: string): boolean {
  return said.length <= longestDenial && says(said) && !says(found)
}

/** Whether words are a "not" and nothing else. */
export function isNegation(words: string): boolean {
  return /^(?:not|never|no|without|不|没|没有|未|并不|并非|非|无)$/iu.test(words)
}

function says(words: string): boolean {
  return words.search(negator) !== -1 || words.search(chineseNegator) !== -1
}

interface Predicate {
  readonly term: string
  readonly raw: string
  /** A negator stands before it within three words of content of its clause. */
  readonly negated: boolean
  /** It is the first word of content after a negator. */
  readonly denied: boolean
}

/** A word that is denied here and stands there without any negation, while that side's other uses have none either. */
function englishFlip(denying: string, other: string): string | null {
  const mine = predicatesIn(denying)
  const its = predicatesIn(other)
  for (const { term, raw } of mine.filter(({ denied }) => denied)) {
    const uses = its.filter((predicate) => predicate.term === term)
    const own = mine.filter((predicate) => predicate.term === term)
    if (uses.length > 0 && uses.every(({ negated }) => !negated) && own.every(({ negated }) => negated)) return raw
  }
  return null
}

function predicatesIn(text: string): Predicate[] {
  const predicates: Predicate[] = []
  for (const clause of text.split(/[,.;:!?](?=\s|$)|[()]|(?<=\s)but(?=\s)/giu)) {
    const negators = [...clause.matchAll(negator)].map(({ index }) => index)
    let soft = -Infinity
    let counted = 0
    let last = -1
    for (const match of clause.matchAll(/\p{Script=Latin}+(?:'\p{L}+)?/gu)) {
      const term = analyse(match[0])[0] ?? ''
      if (negators.includes(match.index) || /n't$/iu.test(match[0]) || isStopTerm(term)) continue
      const before = negators.filter((at) => at < match.index).at(-1) ?? -1
      counted = before === last ? counted + 1 : 1
      last = before
      const negated = (before >= 0 && counted <= 3) || match.index - soft < 40
      predicates.push({ term, raw: match[0], negated, denied: before >= 0 && counted === 1 })
      if (softNegator.test(term)) soft = match.index
    }
  }
  return predicates
}

const longestScope = 4

/** The characters after a negator here stand there without one. */
function chineseFlip(denying: string, other: string): string | null {
  for (const match of denying.matchAll(chineseNegator)) {
    const after = denying.slice(match.index + match[0].length, match.index + match[0].length + longestScope)
    const end = clauseEnd.exec(after)?.index ?? after.length
    for (let length = end; length >= 2; length -= 1) {
      const words = after.slice(0, length)
      if (!/^\p{Script=Han}{2}/u.test(words)) break
      const uses = placesOf(words, other)
      if (uses.length === 0) continue
      const own = placesOf(words, denying)
      if (uses.every((at) => !isDeniedAt(other, at)) && own.every((at) => isDeniedAt(denying, at))) {
        return `${match[0]}${words}`
      }
      break
    }
  }
  return null
}

function placesOf(words: string, text: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) places.push(at)
  return places
}

function isDeniedAt(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 4), at)
  const clause = before.slice(before.search(/[^,.;:!?，。；：！？、]*$/u))
  return [...`${clause}${text.slice(at, at + 1)}`.matchAll(chineseNegator)].some(({ index }) => index < clause.length)
}

/** Whether a text says plainly that something is not so. */
export function isDenial(text: string): boolean {
  return says(withoutConditions(text))
}

/** Whether a text says in any way that something is not so: also by a word that means it. */
export function isSoftDenial(text: string): boolean {
  return says(text) || negativeMeaning.test(text) || wordsIn(text).some(({ term }) => softNegator.test(term))
}

const negativeMeaning =
  /\bun\p{L}+|\b(?:ke(?:ep|pt)|stop(?:ped)?) .{1,40}\bfrom\b|\b(?:only|until|free|instead|nothing|forbidden|prohibited)\b|禁|拒|免|停|勿|别|除|取消|仅|只/iu
