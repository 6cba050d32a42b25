import { analyse } from '@engine/text/analyse'
import { isKindOf } from '@engine/text/english/kind-of'
import { tagEnglish } from '@engine/text/english/tag-english'
import { type WordNet, wordNet } from '@engine/text/english/wordnet'
import type { Token } from '../tokens/answer-token'
import type { Candidate } from '../span-candidates'

/** What a question counts. */
export interface CountedNoun {
  /** Terms of the nouns that may stand beside the number: of "how many kinds of boats" kind and boat. */
  readonly terms: ReadonlySet<string>
  /** The last of them as it is written, in small letters. */
  readonly noun: string
}

const howMany = /\bhow many\s+(.{2,80})/iu
const opensRest = new Set(['VERB', 'AUX', 'PRON', 'PUNCT', 'SCONJ', 'CCONJ', 'ADV'])
const partOf = /^(?:kind|type|sort|piece|set|group|number|million|billion|thousand|hundred|percent|%)s?$/iu

/** The noun behind "how many"; null for another question and where no noun stands there ("how many of them"). */
export function countedNounOf(question: string): CountedNoun | null {
  const behind = howMany.exec(question)?.[1]
  if (behind === undefined) return null
  const { words, tags } = tagEnglish(behind)
  const nouns: string[] = []
  let isOpen = true
  for (const [at, word] of words.entries()) {
    const tag = tags[at] ?? ''
    if (opensRest.has(tag) || /^[?.,!]$/u.test(word)) break
    if (tag === 'ADP') {
      const last = nouns.at(-1)
      // "Kinds of boats": the boats are counted as well; "members of the club": the club is not.
      if (!/^of$/iu.test(word) || (last !== undefined && !partOf.test(last))) break
      isOpen = true
      continue
    }
    if (tag !== 'NOUN' && tag !== 'PROPN') continue
    const isCompound = !isOpen
    if (isCompound) nouns.pop()
    nouns.push(word)
    isOpen = false
  }
  const noun = nouns.at(-1)?.toLowerCase()
  // Twice has no noun.
  return noun === undefined || /^times?$/u.test(noun)
    ? null
    : { noun, terms: new Set(nouns.flatMap((one) => analyse(one))) }
}

/** Words behind a number that may be what it counts: "two large wooden boats". */
const maxBehind = 4
const inPhrase = new Set<Token['kind']>([
  'adjective',
  'noun',
  'name',
  'person',
  'place',
  'number',
  'particle',
  'determiner',
])
const counts = new Set<Token['kind']>(['noun', 'name', 'person', 'place'])

/**
 * Whether a run's number counts what was asked for: that noun, or another word of the question, stands behind it; or
 * the noun stands before a number without one of its own. `asked` tells which tokens the question has.
 */
export function countsNoun(
  { noun, terms }: CountedNoun,
  { tokens, asked }: { readonly tokens: readonly Token[]; readonly asked: readonly boolean[] },
  { first, last }: Candidate,
  load: () => WordNet = wordNet,
): boolean {
  const isIt = (at: number) => {
    const token = tokens[at]
    if (!token) return false
    return token.terms.some((term) => terms.has(term)) || (counts.has(token.kind) && isKindOf(token.text, noun, load))
  }
  const places = tokens.map((_, at) => at)
  const number = places.findLast((at) => at >= first && at <= last && isNumber(tokens[at]))
  if (number === undefined) return false
  const behind = phraseBehind(tokens, number)
  if (behind.some((at) => isIt(at) || (asked[at] === true && counts.has(tokens[at]?.kind ?? 'other')))) return true
  return !behind.some((at) => counts.has(tokens[at]?.kind ?? 'other')) && places.some((at) => at < first && isIt(at))
}

function isNumber(token: Token | undefined): boolean {
  return token !== undefined && (token.kind === 'number' || /^\d/u.test(token.text))
}

/** Where the words of the phrase stand that a number opens: "75 of the old boats", "six-time winner". */
function phraseBehind(tokens: readonly Token[], number: number): number[] {
  const phrase: number[] = []
  for (let at = number + 1; at <= number + maxBehind; at += 1) {
    const token = tokens[at]
    if (!token || !(inPhrase.has(token.kind) || /^(?:of|-|–|and|or|to|than)$/iu.test(token.text))) break
    phrase.push(at)
  }
  return phrase
}
