import { Jieba } from '@node-rs/jieba'
import { dict } from '@node-rs/jieba/dict.js'
import model from 'wink-eng-lite-web-model'
import winkNLP, { type PartOfSpeech } from 'wink-nlp'
import { analyse } from '../../text/analyse'
import type { Language } from '../../text/language'
import { isStopTerm } from '../../text/stop-words'
import type { Span } from '../../text/sentences'

/** Word classes both languages share. */
export type WordClass =
  | 'noun'
  | 'name'
  | 'person'
  | 'place'
  | 'verb'
  | 'auxiliary'
  | 'adjective'
  | 'adverb'
  | 'number'
  | 'time'
  | 'adposition'
  | 'determiner'
  | 'pronoun'
  | 'conjunction'
  | 'particle'
  | 'measure'
  | 'punctuation'
  | 'other'

/** A word of a sentence; offsets are within that sentence, 0-based half-open UTF-16 units. */
export interface Token extends Span {
  readonly text: string
  readonly kind: WordClass
  /** What full text knows it by. */
  readonly terms: readonly string[]
  /** It carries grammar rather than content. */
  readonly light: boolean
}

/** Names that are known for what they name, in lower case. */
export interface KnownNames {
  readonly people: ReadonlySet<string>
  readonly places: ReadonlySet<string>
}

/**
 * The words of a sentence with their classes: by wink-nlp's tagger for English, by jieba's dictionary for Chinese.
 * English names are told apart by the names that are known.
 */
export function tokensOf(sentence: string, language: Language, known: KnownNames): Token[] {
  return language === 'zh'
    ? withForeignNames(withFamilyNames(withClockTimes(withWholeNumbers(chineseTokens(sentence)))))
    : withKnownNames(englishTokens(sentence), known)
}

/** A run of name words is a person where one of them is a known person's name, a place where the run or its end is one. */
function withKnownNames(tokens: readonly Token[], { people, places }: KnownNames): Token[] {
  const named: Token[] = []
  for (let at = 0; at < tokens.length;) {
    let end = at
    while (tokens[end]?.kind === 'name') end += 1
    const run = tokens.slice(at, end)
    const words = run.map(({ text }) => text.toLowerCase())
    const kind =
      places.has(words.join(' ')) || (words.length === 1 && places.has(words[0] ?? ''))
        ? 'place'
        : words.some((word) => people.has(word)) && words.length <= 4
          ? 'person'
          : 'name'
    named.push(...run.map((one) => (kind === 'name' ? one : ({ ...one, kind } as const))))
    const other = tokens[end]
    if (other) named.push(other)
    at = end + 1
  }
  return named
}

const isNumber = /^\d[\d.,:–~-]*$/u
/** What may stand between digits of one number, and the digits behind it. */
const furtherDigits = [
  [/^,$/u, /^\d{3}$/u],
  [/^[.:–~-]$/u, /^\d+$/u],
] as const

/** 22,338,618 and 3.5 and 20–18 are one number each, however the dictionary cuts them. */
function withWholeNumbers(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    let whole = tokens[at]
    if (!whole) break
    for (let more = digitsBehind(whole, tokens, at); more !== null; more = digitsBehind(whole, tokens, at)) {
      whole = token(whole.start, whole.text + more, 'number')
      at += 2
    }
    joined.push(whole)
  }
  return joined
}

function digitsBehind(whole: Token, tokens: readonly Token[], at: number): string | null {
  const [joint, next] = [tokens[at + 1], tokens[at + 2]]
  if (!joint || !next || !isNumber.test(whole.text) || next.start !== whole.end + 1) return null
  const isMore = furtherDigits.some(([between, behind]) => between.test(joint.text) && behind.test(next.text))
  return isMore ? joint.text + next.text : null
}

const hour = /^\d{1,2}[时点]/u
const hourMark = /^(?:[时点]|点钟)$/u

/** 3时42分 is one time: the dictionary takes 分 for a verb. */
function withClockTimes(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const [number, mark, before] = [tokens[at], tokens[at + 1], joined.at(-1)]
    if (!number) break
    const isNext = mark?.start === number.end && /^\d{1,2}$/u.test(number.text)
    const isMinutes = mark?.text === '分' && before?.end === number.start && hour.test(before.text)
    if (!mark || !isNext || !(hourMark.test(mark.text) || isMinutes)) {
      joined.push(number)
      continue
    }
    const start = isMinutes ? joined.pop() : undefined
    joined.push(token((start ?? number).start, (start?.text ?? '') + number.text + mark.text, 'time'))
    at += 1
  }
  return joined
}

/** Family names that the dictionary knows as other words: measures and question words. */
const familyName = /^[张段章何项]$/u
const counts = new Set<WordClass>(['number', 'determiner', 'pronoun', 'measure'])
const givenName = /^\p{Script=Han}{1,2}$/u
const noGivenName = new Set<WordClass>(['place', 'time', 'number', 'punctuation'])

/** 张伟东 is one name where 张 counts nothing. */
function withFamilyNames(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const current = tokens[at]
    if (!current) break
    const next = tokens[at + 1]
    const isFamily = familyName.test(current.text) && !counts.has(joined.at(-1)?.kind ?? 'other')
    if (!isFamily || !next || !isGiven(next, current)) {
      joined.push(current)
      continue
    }
    const last = tokens[at + 2]
    const takesTwo = next.text.length === 1 && last?.text.length === 1 && last.kind !== 'verb' && isGiven(last, next)
    joined.push(takesTwo ? merged(merged(current, next), last) : merged(current, next))
    at += takesTwo ? 2 : 1
  }
  return joined
}

function isGiven(token: Token, before: Token): boolean {
  return token.start === before.end && givenName.test(token.text) && !token.light && !noGivenName.has(token.kind)
}

const joinsNames = /^[·・•‧]$/u
/** Characters at most in each part of a foreign name as Chinese writes it. */
const longestPart = 6

/** 卡万·肖特 is one name, however the dictionary cuts its parts. */
function withForeignNames(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const current = tokens[at]
    if (!current) break
    if (!joinsNames.test(current.text) || joined.length === 0) {
      joined.push(current)
      continue
    }
    let start = joined.pop() ?? current
    // What stands before may be any word, so only single characters, as the dictionary leaves of names, are taken.
    while (joined.at(-1)?.text.length === 1 && isNamePart(joined.at(-1)) && joined.at(-1)?.end === start.start) {
      if (start.text.length >= longestPart) break
      start = merged(joined.pop() ?? start, start)
    }
    let whole = merged(start, current)
    let part = 0
    for (
      let next = tokens[at + 1];
      next && next.start === whole.end && (part === 0 || goesOn(next));
      next = tokens[at + 1]
    ) {
      if (part + next.text.length > longestPart) break
      part += next.text.length
      whole = merged(whole, next)
      at += 1
    }
    joined.push(whole)
  }
  return joined
}

const nameKinds = new Set<WordClass>(['person', 'place', 'name'])

function isNamePart(token: Token | undefined): boolean {
  return token !== undefined && /^\p{Script=Han}{1,3}$/u.test(token.text) && !token.light && token.kind !== 'verb'
}

/** A whole word behind part of a name is most often what its bearer does. */
function goesOn(token: Token): boolean {
  return isNamePart(token) && (token.text.length === 1 || nameKinds.has(token.kind))
}

function merged(a: Token, b: Token): Token {
  const terms = [...new Set([...a.terms, ...analyse(a.text + b.text), ...b.terms])]
  return { start: a.start, end: b.end, text: a.text + b.text, kind: 'person', terms, light: false }
}

const lightKinds = new Set<WordClass>([
  'adposition',
  'determiner',
  'pronoun',
  'conjunction',
  'particle',
  'auxiliary',
  'punctuation',
])

function token(start: number, text: string, kind: WordClass): Token {
  const terms = analyse(text)
  const light = lightKinds.has(kind) || terms.length === 0 || terms.every(isStopTerm)
  return { start, end: start + text.length, text, kind, terms, light }
}

const english: Partial<Record<PartOfSpeech, WordClass>> = {
  NOUN: 'noun',
  PROPN: 'name',
  VERB: 'verb',
  AUX: 'auxiliary',
  ADJ: 'adjective',
  ADV: 'adverb',
  NUM: 'number',
  ADP: 'adposition',
  DET: 'determiner',
  PRON: 'pronoun',
  CCONJ: 'conjunction',
  SCONJ: 'conjunction',
  PART: 'particle',
  PUNCT: 'punctuation',
}

interface EnglishTagger {
  tag(text: string): { words: string[]; kinds: PartOfSpeech[] }
}

let tagger: EnglishTagger | undefined

/** Loaded with the first answer that needs it: the model takes some tens of milliseconds. */
function englishTagger(): EnglishTagger {
  if (tagger) return tagger
  const nlp = winkNLP(model, ['pos'])
  const { its } = nlp
  tagger = {
    tag(text) {
      const tokens = nlp.readDoc(text).tokens()
      // The package's own way of asking for a property of each token.
      // eslint-disable-next-line @typescript-eslint/unbound-method
      return { words: tokens.out(), kinds: tokens.out(its.pos) as PartOfSpeech[] }
    },
  }
  return tagger
}

const punctuation = /^\p{P}+$/u
const currency = /^[\p{Sc}%]$/u

function englishTokens(sentence: string): Token[] {
  const { words, kinds } = englishTagger().tag(sentence)
  const tokens: Token[] = []
  let at = 0
  for (const [place, word] of words.entries()) {
    const start = sentence.indexOf(word, at)
    if (start === -1 || word.trim() === '') continue
    at = start + word.length
    tokens.push(token(start, word, englishKind(word, kinds[place])))
  }
  return tokens
}

function englishKind(word: string, pos: PartOfSpeech | undefined): WordClass {
  if (punctuation.test(word)) return 'punctuation'
  if (currency.test(word)) return 'number'
  return (pos && english[pos]) ?? 'other'
}

/** By the first letters of jieba's tags (ICTCLAS). */
const chinese: readonly (readonly [RegExp, WordClass])[] = [
  [/^nr/u, 'person'],
  [/^ns/u, 'place'],
  [/^(?:nt|nz|eng|j)/u, 'name'],
  [/^(?:m|mq)$/u, 'number'],
  [/^t/u, 'time'],
  [/^vn/u, 'noun'],
  [/^v/u, 'verb'],
  [/^(?:a|b|z|h)$/u, 'adjective'],
  [/^(?:ad|d)/u, 'adverb'],
  [/^an/u, 'noun'],
  [/^p/u, 'adposition'],
  [/^c/u, 'conjunction'],
  [/^(?:u|y|k)/u, 'particle'],
  [/^r/u, 'pronoun'],
  [/^q/u, 'measure'],
  [/^[nlig]/u, 'noun'],
]

/** The dictionary has 由约翰 and the like as names. */
function isLed(name: string, dictionary: Jieba): boolean {
  if (!/^[由被]\p{Script=Han}{2}/u.test(name)) return false
  const [first, ...others] = dictionary.tag(name.slice(1))
  return first?.tag.startsWith('nr') === true && others.length === 0
}

let jieba: Jieba | undefined

function chineseTokens(sentence: string): Token[] {
  jieba ??= Jieba.withDict(dict)
  const tokens: Token[] = []
  let at = 0
  for (const { word, tag } of jieba.tag(sentence)) {
    const start = sentence.indexOf(word, at)
    if (start === -1) continue
    at = start + word.length
    const led = tag.startsWith('nr') && isLed(word, jieba) ? 1 : 0
    if (led > 0) tokens.push(token(start, word.slice(0, led), 'adposition'))
    const rest = word.slice(led)
    if (rest.trim() !== '') tokens.push(token(start + led, rest, chineseKind(rest, tag)))
  }
  return tokens
}

function chineseKind(word: string, tag: string): WordClass {
  if (/^[\p{P}\p{S}]+$/u.test(word)) return currency.test(word) ? 'number' : 'punctuation'
  if (/^\d+(?:[.,]\d+)*$/u.test(word)) return 'number'
  if (tag === 'x') return 'name'
  return chinese.find(([pattern]) => pattern.test(tag))?.[1] ?? 'other'
}
