import type { EntityType } from '@shared/graph'
import type { Span } from '@engine/text/sentences/sentences'
import type { FactPatterns } from '../patterns/fact-patterns'
import type { Sentence } from './sentence'
import type { Token } from './sentence-token'
import type { TypeRules } from './type-rules'

/** A group of words that may name something. `first` to `last` are places among the tokens of its sentence. */
export interface Phrase {
  readonly first: number
  readonly last: number
  /** What names the thing: without adjectives that any thing can have, and without the class of a proper name. */
  readonly core: Span
  /** All of it, as it would name a class: "Python library". */
  readonly whole: Span
  readonly isProper: boolean
  /** A class that stands beside a proper name: "LanceDB database", 记者王小明. */
  readonly beside: string | undefined
  readonly isBehind: boolean
  /** What a dictionary knows the proper name, or the beginning of a body's name, to be. */
  readonly hint: EntityType | undefined
}

/** "LanceDB database" is LanceDB, "IPCC report" is not the IPCC. */
const appositiveTypes: ReadonlySet<EntityType> = new Set<EntityType>([
  'storage',
  'framework',
  'model',
  'layer',
  'technology',
  'place',
])
const maxWords = 6
const longest = 80

/** The noun phrases of a sentence, in order. `isTaken` are tokens that belong to a verb phrase. */
export function nounPhrases(sentence: Sentence, patterns: FactPatterns, isTaken: (at: number) => boolean): Phrase[] {
  const { tokens } = sentence
  const phrases: Phrase[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    let end = at
    while (end < tokens.length && isPart(tokens, end, at, isTaken)) end += 1
    if (end === at) continue
    const phrase = phraseOf(sentence, { first: at, last: end - 1 }, patterns)
    if (phrase) phrases.push(phrase)
    at = end - 1
  }
  return phrases
}

function isPart(tokens: readonly Token[], at: number, from: number, isTaken: (at: number) => boolean): boolean {
  const token = tokens[at]
  if (!token || isTaken(at)) return false
  const { kind } = token
  return (
    (kind === 'name' || kind === 'noun' || kind === 'adjective') && (at === from || isBeside(tokens[at - 1], token))
  )
}

/** Blanks that were marks or line breaks may stand between two words, empty lines may not: they end sentences. */
function isBeside(before: Token | undefined, token: Token): boolean {
  if (before === undefined || token.start - before.end > 6) return false
  return token.steps.length === 1 || token.start === before.end
}

/** Two Latin words of a name in Chinese text. */
function isSpaced(before: Token | undefined, token: Token | undefined): boolean {
  return before?.kind === 'name' && token?.kind === 'name' && token.start - before.end === 1
}

/** The phrase that the tokens `first` to `last` of a sentence make; undefined where nothing of them can name a thing. */
function phraseOf(
  { tokens, language }: Sentence,
  { first, last }: Pick<Phrase, 'first' | 'last'>,
  patterns: FactPatterns,
): Phrase | undefined {
  const { types } = patterns
  const { weakAdjectives } = patterns[language].words
  let [from, to] = [first, last]
  while (from < to && weakAdjectives.has(tokens[from]?.word ?? '')) from += 1
  while (to >= from && tokens[to]?.kind === 'adjective') to -= 1
  const run = tokens.slice(from, to + 1)
  const [head, tail] = [run[0], run.at(-1)]
  if (!head || !tail || run.length > maxWords || tail.end - head.start > longest) return undefined
  const { low, high, isProper, beside } = coreOf(run, language, types)
  return {
    first,
    last,
    core: { start: run[low]?.start ?? head.start, end: run[high]?.end ?? tail.end },
    whole: { start: head.start, end: tail.end },
    isProper,
    beside,
    isBehind: high < run.length - 1,
    hint: isProper ? hintOf(run.slice(low, high + 1), types) : undefined,
  }
}

/** Which words of a run name the thing, by their places in it. */
interface Core {
  readonly low: number
  readonly high: number
  readonly isProper: boolean
  readonly beside?: string | undefined
}

function coreOf(run: readonly Token[], language: Sentence['language'], types: TypeRules): Core {
  const isName = (token: Token) => token.kind === 'name' || dictionaryType(token, types) !== undefined
  const high = run.length - 1
  if (run.every(isName)) {
    // 中国 柏林: two names side by side are one only where they are written with a space between them.
    const isOne = language === 'en' || isBodyName(run, types)
    return { low: isOne ? 0 : startOfSpaced(run), high, isProper: true }
  }
  const lastName = run.findLastIndex(isName)
  if (lastName === -1) return { low: 0, high, isProper: false }
  if (lastName === high) {
    const names = run.findLastIndex((token) => !isName(token)) + 1
    const low = language === 'en' ? names : Math.max(names, startOfSpaced(run))
    return { low, high, isProper: true, beside: run[low - 1]?.word }
  }
  if (language === 'zh' && isBodyName(run, types)) return { low: 0, high, isProper: true }
  const [name, tail] = run.slice(lastName)
  const isClassBehind =
    high - lastName === 1 &&
    run.slice(0, high).every(isName) &&
    types.ofClass(tail?.word ?? '').some((type) => appositiveTypes.has(type)) &&
    (name && dictionaryType(name, types)) !== 'person'
  return isClassBehind
    ? { low: 0, high: lastName, isProper: true, beside: tail?.word }
    : { low: 0, high, isProper: false }
}

/** Where the last name of a run begins whose words are separated by single spaces. */
function startOfSpaced(run: readonly Token[]): number {
  return run.findLastIndex((_, at) => !isSpaced(run[at - 1], run[at]))
}

/** 青岩水研究所, 北京大学: a name before what such bodies are called. */
function isBodyName(run: readonly Token[], types: TypeRules): boolean {
  const [first, final] = [run[0], run.at(-1)]
  return first !== undefined && dictionaryType(first, types) !== undefined && types.endsLikeBody(final?.word ?? '')
}

/** What a dictionary knows of a proper name; of several words the last one decides, else it is a body. */
function hintOf(name: readonly Token[], types: TypeRules): EntityType | undefined {
  const [first, ...more] = name.map((token) => dictionaryType(token, types))
  return first && more.length > 0 ? (more.at(-1) ?? 'organisation') : first
}

/** The dictionary knows places and bodies by name that are only kinds of them: 社区, 公路. */
export function dictionaryType({ hint, word, kind }: Token, types: TypeRules): EntityType | undefined {
  if (kind !== 'noun' || !/^\p{Script=Han}/u.test(word)) return undefined
  if (hint === 'person') return hint
  const known = types.ofKnownName(word)
  if (known !== undefined || hint === undefined) return known
  return word.length >= 3 && (hint === 'organisation' || types.endsLikeBody(word)) ? hint : undefined
}
