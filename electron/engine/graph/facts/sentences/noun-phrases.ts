import type { EntityType } from '@shared/graph'
import type { Span } from '@engine/text/sentences/sentences'
import type { FactPatterns, LanguagePatterns } from '../patterns/fact-patterns'
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
const samesBehind: ReadonlySet<EntityType> = new Set<EntityType>([
  'storage',
  'framework',
  'model',
  'layer',
  'technology',
  'place',
])
const mostWords = 6
const longest = 80

/** The noun phrases of a sentence, in order. `isTaken` are tokens that belong to a verb phrase. */
export function nounPhrases(sentence: Sentence, patterns: FactPatterns, isTaken: (at: number) => boolean): Phrase[] {
  const { tokens, language } = sentence
  const phrases: Phrase[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    let end = at
    while (end < tokens.length && isPart(tokens, end, at, isTaken)) end += 1
    if (end === at) continue
    const phrase = phraseOf(sentence, at, end - 1, patterns, patterns[language])
    if (phrase) phrases.push(phrase)
    at = end - 1
  }
  return phrases
}

function isPart(tokens: readonly Token[], at: number, from: number, isTaken: (at: number) => boolean): boolean {
  const token = tokens[at]
  if (!token || isTaken(at)) return false
  if (token.kind === 'name' || token.kind === 'noun') return at === from || isBeside(tokens[at - 1], token)
  return token.kind === 'adjective' && (at === from || isBeside(tokens[at - 1], token))
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

function phraseOf(
  { tokens, language }: Sentence,
  first: number,
  end: number,
  { types }: FactPatterns,
  { words }: LanguagePatterns,
): Phrase | undefined {
  let from = first
  let last = end
  while (from < last && tokens[from]?.kind === 'adjective' && words.weakAdjectives.has(tokens[from]?.word ?? ''))
    from += 1
  while (from < last && words.weakAdjectives.has(tokens[from]?.word ?? '')) from += 1
  while (last >= from && tokens[last]?.kind === 'adjective') last -= 1
  const run = tokens.slice(from, last + 1)
  const [head, tail] = [run[0], run.at(-1)]
  if (!head || !tail || run.length > mostWords || tail.end - head.start > longest) return undefined
  const whole = { start: head.start, end: tail.end }
  const of = (low: number, high: number, isProper: boolean, beside?: string): Phrase => ({
    first,
    last: end,
    core: { start: run[low]?.start ?? whole.start, end: run[high]?.end ?? whole.end },
    whole,
    isProper,
    beside,
    isBehind: last > from + high,
    hint: isProper
      ? low === high
        ? hintOf(run[low])
        : hintOf(run[low]) && (hintOf(run[high]) ?? 'organisation')
      : undefined,
  })
  const hintOf = (token: Token | undefined) => token && toldBy(token, types)
  const isName = (token: Token | undefined) => token?.kind === 'name' || hintOf(token) !== undefined
  if (run.every(isName)) {
    // 中国 柏林: two names side by side are one only where they are written with a space between them.
    const isOne = language === 'en' || isBodyName(run)
    return of(isOne ? 0 : run.findLastIndex((_, at) => !isSpaced(run[at - 1], run[at])), run.length - 1, true)
  }
  const lastName = run.findLastIndex(isName)
  if (lastName === -1) return of(0, run.length - 1, false)
  if (lastName === run.length - 1) {
    const names = run.findLastIndex((token) => !isName(token)) + 1
    const begin =
      language === 'en'
        ? names
        : Math.max(
            names,
            run.findLastIndex((_, at) => !isSpaced(run[at - 1], run[at])),
          )
    return of(begin, lastName, true, run[begin - 1]?.word)
  }
  const isBody = language === 'zh' && isBodyName(run)
  if (isBody) return of(0, run.length - 1, true)
  const behind = run.length - 1 - lastName
  const names = run.slice(0, lastName + 1)
  if (
    behind === 1 &&
    names.every(isName) &&
    types.ofClass(tail.word).some((type) => samesBehind.has(type)) &&
    hintOf(run[lastName]) !== 'person'
  )
    return of(0, lastName, true, tail.word)
  return of(0, run.length - 1, false)

  /** 青岩水研究所, 北京大学: a name before what such bodies are called. */
  function isBodyName(parts: readonly Token[]): boolean {
    const final = parts.at(-1)
    return hintOf(parts[0]) !== undefined && final !== undefined && types.endsLikeBody(final.word)
  }
}

/** The dictionary knows places and bodies by name that are only kinds of them: 社区, 公路. */
export function toldBy({ hint, word, kind }: Token, types: TypeRules): EntityType | undefined {
  if (kind !== 'noun' || !/^\p{Script=Han}/u.test(word)) return undefined
  if (hint === 'person') return hint
  const known = types.ofKnownName(word)
  if (known !== undefined || hint === undefined) return known
  return word.length >= 3 && (hint === 'organisation' || types.endsLikeBody(word)) ? hint : undefined
}
