import type { EntityType, RelationKind } from '@shared/graph'
import { surnameOf } from '../../disambiguation/names/han-lexicon'
import type { FactPatterns, LanguagePatterns, RelationSign } from '../patterns/fact-patterns'
import { nounPhrases, type Phrase, dictionaryType } from './noun-phrases'
import { isAttribute } from '../patterns/phrase-edges'
import { type Side, SidesOfVerb } from './sides-of-verb'
import type { Sentence } from './sentence'
import type { Token } from './sentence-token'

/** What a sentence states of two phrases. */
export interface Statement {
  readonly kind: RelationKind
  readonly source: Phrase
  readonly target: Phrase
}

interface Match {
  readonly first: number
  readonly end: number
  readonly signs: readonly RelationSign[]
}

const closeReach = 40
const bearers: ReadonlySet<EntityType> = new Set<EntityType>(['organisation', 'person', 'place'])

/**
 * Noun phrases of a sentence and the statements that join them. A statement needs a phrase of the patterns with a thing directly on
 * either side, save for words that change nothing. Denied, supposed and asked sentences fail that, or are left out here.
 */
export function readStatements(
  read: Sentence,
  patterns: FactPatterns,
): { readonly phrases: readonly Phrase[]; readonly statements: readonly Statement[] } {
  const { language } = read
  const own = patterns[language]
  const tokens = read.tokens.map((token, at) => withoutMistake(token, at, read.tokens, own))
  const sentence = { ...read, tokens }
  const { matches, taken } = matchesOf(tokens, own)
  const phrases = nounPhrases(sentence, patterns, (at) => taken.has(at))
  if (matches.length === 0 || isQuestion(tokens, own)) return { phrases, statements: [] }
  const sides = new SidesOfVerb(tokens, phrases, own, patterns.types)
  const statements: Statement[] = []
  let previous: Side | undefined
  const conditionAt = tokens.findIndex(({ word }) => own.words.conditions.has(word))
  for (const match of matches) {
    if (conditionAt !== -1 && conditionAt < match.first) break
    for (const sign of match.signs) {
      const left = sides.left(match.first - 1, sign, previous)
      const right = left && sides.right(match.end, sign)
      if (!left || !right) continue
      const found = statementsOf(sign, { left: left.phrases, right: right.phrases }, tokens, patterns)
      statements.push(...found)
      if (!sign.anywhere) previous = { phrases: left.phrases, end: right.end, kind: sign.kind }
      if (found.length > 0) break
    }
  }
  return { phrases, statements }
}

/** A dictionary calls some verbs nouns, and measures as well: 13|项|工程. */
function withoutMistake(token: Token, at: number, tokens: readonly Token[], own: LanguagePatterns): Token {
  if (token.kind !== 'noun' || own.language !== 'zh') return token
  const { word } = token
  if (own.words.verbs.has(word) || (word.length === 4 && own.words.verbs.has(`${word.slice(0, 2)}…`)))
    return { ...token, kind: 'verb', hint: undefined }
  const isMeasure = token.word.length === 1 && tokens[at - 1]?.kind === 'number'
  return isMeasure && own.fillers.longest(tokens, at)?.end === at + 1 ? { ...token, kind: 'number' } : token
}

function matchesOf(
  tokens: readonly Token[],
  { relations, words }: LanguagePatterns,
): { matches: Match[]; taken: Set<number> } {
  const matches: Match[] = []
  const taken = new Set<number>()
  const take = (from: number, end: number) => {
    for (let at = from; at < end; at += 1) taken.add(at)
  }
  for (let at = 0; at < tokens.length; at += 1) {
    const found = relations.longest(tokens, at, ({ word }) => words.adverbs.has(word))
    if (!found || (found.end === at + 1 && !mayBeVerb(tokens, at))) continue
    matches.push({ first: at, end: found.end, signs: found.values })
    take(at, found.end)
    for (const { close } of found.values) {
      for (let far = found.end + 1; close && far < Math.min(tokens.length, found.end + closeReach); far += 1) {
        const closed = close.longest(tokens, far)
        if (!closed) continue
        take(far, closed.end)
        break
      }
    }
    at = found.end - 1
  }
  return { matches, taken }
}

/** "supports" may be a noun: as a verb it follows a name, or the tagger knows it as one. */
function mayBeVerb(tokens: readonly Token[], at: number): boolean {
  const [token, before, next] = [tokens[at], tokens[at - 1], tokens[at + 1]]
  if (token?.kind === 'name') return false
  if (token?.kind !== 'noun' && token?.kind !== 'adjective') return true
  if (token.steps.length > 1) return true
  return (
    before?.kind === 'name' && next !== undefined && ['name', 'noun', 'determiner', 'adjective'].includes(next.kind)
  )
}

function isQuestion(tokens: readonly Token[], { words }: LanguagePatterns): boolean {
  const last = tokens.findLast(({ word }) => !/^["'”’」』）)\]]$/u.test(word))
  if (last && (last.word === '?' || last.word === '？')) return true
  return (
    words.questions.has(tokens[0]?.word ?? '') ||
    tokens.some(({ word, steps }) => steps.length > 0 && words.questions.has(`*${word}`))
  )
}

function statementsOf(
  { kind, inverse, anywhere, plural }: RelationSign,
  { left, right }: { readonly left: readonly Phrase[]; readonly right: readonly Phrase[] },
  tokens: readonly Token[],
  patterns: FactPatterns,
): Statement[] {
  const [sources, targets] = inverse ? [right, left] : [left, right]
  const isUsable = (phrase: Phrase) =>
    !refersBack(phrase, tokens, patterns) && !isAction(phrase, tokens, patterns) && !isAttribute(phrase, tokens)
  if (kind !== 'is_a') {
    return sources
      .filter(isUsable)
      .flatMap((source) => targets.filter(isUsable).map((target) => ({ kind, source, target })))
  }
  // "Palaces and parks such as A": of which it is one, nobody can tell.
  if (anywhere && targets.length > 1) return []
  const target = targets[0] && asClass(targets[0], tokens, patterns)
  if (anywhere && target && patterns.zh.words.topicHeads.has(tokens[target.last]?.word.slice(-2) ?? '')) return []
  if (plural && !isPlural(tokens[target?.last ?? -1]?.word ?? '')) return []
  return target && !isAction(target, tokens, patterns)
    ? (anywhere ? membersOf(sources, target, tokens, patterns) : sources)
        .filter(isUsable)
        .map((source) => ({ kind, source, target }))
    : []
}

/** "The system", "this model", 该系统: something that was named before. */
function refersBack({ first, last, isProper }: Phrase, tokens: readonly Token[], { en, zh }: FactPatterns): boolean {
  const [before, own] = [tokens[first - 1]?.word ?? '', tokens[first]?.word ?? '']
  if (isProper) return false
  const isSingle = first === last
  return [en, zh].some(
    ({ words }) =>
      words.demonstratives.has(before) || words.demonstratives.has(own) || (isSingle && words.articles.has(before)),
  )
}

/** What begins or ends with a possible verb is mostly something done: 出席会议, 产业发展; so is an unknown name: 云集嵩山. */
function isAction({ first, last, isProper }: Phrase, tokens: readonly Token[], { types }: FactPatterns): boolean {
  const begins = tokens[first]
  const isVerbal = begins?.isVerbal === true
  if (isProper) return isVerbal && first < last
  const isDoubtful = first < last && begins?.hint !== undefined && dictionaryType(begins, types) === undefined
  return isVerbal || isDoubtful || tokens[last]?.isVerbal === true
}

/**
 * Members of a Chinese list that may be of its class. 税务、公安等部门 are what the bodies are for: what is no name and does not end
 * like one is no member of a class of people or bodies. 四川、甘肃等部门 are where they are: none is a member.
 */
function membersOf(
  members: readonly Phrase[],
  target: Phrase,
  tokens: readonly Token[],
  { types }: FactPatterns,
): readonly Phrase[] {
  const head = tokens[target.last]
  if (!head || !isChinese(head)) return members
  // 用户、项目等覆盖率: what is measured is no measure.
  const ending = types.ofEnding(head.word)
  if (ending.includes('metric') && !types.isHead(head.word)) return []
  const classes = [...types.ofClass(head.word), ...ending].filter((type) => bearers.has(type))
  if (classes.includes('place')) return members
  const lastOf = ({ last }: Phrase) => tokens[last]?.word ?? ''
  const isBody = (one: Phrase) => types.ofEnding(lastOf(one)).some((type) => bearers.has(type))
  if (members.some((one) => one.hint === 'place' && !isBody(one))) return []
  if (classes.length === 0) return members
  const isOfClass = (one: Phrase) => types.ofClass(lastOf(one)).some((type) => classes.includes(type))
  const isPerson = (one: Phrase) => classes.includes('person') && mayBePerson(one, tokens)
  const isTitled = ({ first, last, isProper }: Phrase) =>
    !isProper && tokens.slice(first, last).some(({ word }) => types.ofWordBefore(word).includes('person'))
  // 集团总裁周云中: where the name begins is not known.
  if (classes.includes('person') && members.some(isTitled)) return members.filter((one) => one.isProper)
  return members.filter((one) => one.isProper || isBody(one) || isOfClass(one) || isPerson(one))
}

/** 柴天佑: a surname and one or two characters, which the dictionary does not have as one word. */
function mayBePerson({ first, last }: Phrase, tokens: readonly Token[]): boolean {
  const name = tokens.slice(first, last + 1).map(({ word }) => word)
  return name.length > 1 && name.join('').length <= 3 && surnameOf(name.join('')) !== undefined
}

/** The phrase as the name of a class; undefined where it names one thing: "the engine", "an American". */
function asClass(phrase: Phrase, tokens: readonly Token[], { types }: FactPatterns): Phrase | undefined {
  const last = tokens[phrase.last]
  const isBare = phrase.isProper && phrase.whole.end === phrase.core.end
  if (isBare && !(last && types.isHead(last.word))) return undefined
  if (tokens[phrase.first - 1]?.word === 'the') return undefined
  const begins = tokens[phrase.first]
  if (isChinese(begins) && phrase.first < phrase.last) {
    // 等河流洪水: the class ended before the phrase did.
    if (phrase.last - phrase.first > 2 || (begins && types.isHead(begins.word))) return undefined
  }
  const isLoose = tokens.slice(phrase.first, phrase.last + 1).some(({ isVerbal, isState }) => isVerbal ?? isState)
  if (isChinese(last) && (isAttribute(phrase, tokens) || /^[内外中上下里前后间]$/u.test(last?.word ?? '')))
    return undefined
  // 协会代表, 城市客户: the list may name what they come from.
  const within = tokens.slice(phrase.first, phrase.last)
  if (isChinese(last) && within.some(({ word }) => types.ofClass(word).some((type) => bearers.has(type))))
    return undefined
  if (isLoose || (begins && begins.end - begins.start === 1 && begins.steps.length === 1 && phrase.first < phrase.last))
    return undefined
  return { ...phrase, core: phrase.whole, isProper: false, beside: undefined }
}

/** As English writes it. */
function isPlural(word: string): boolean {
  return /[a-z]{2}s$/u.test(word) && !/(?:ss|us|is)$/u.test(word)
}

function isChinese(token: Token | undefined): boolean {
  return token !== undefined && /^\p{Script=Han}/u.test(token.word)
}
