import { hasWords, isDigits, isHan } from '@engine/text/letters'
import type { Jieba } from '@node-rs/jieba'
import { jieba } from '@engine/text/chinese/chinese-words'
import { kindOfSign, merged, type Token, token, type WordClass } from './answer-token'

/** The words of a Chinese sentence by jieba's dictionary; amounts, times and names that it cuts are put together. */
export function chineseTokens(sentence: string): Token[] {
  return withForeignNames(withWholeNumbers(taggedTokens(sentence)))
}

const isNumber = /^\d[\d.,:–~-]*$/u
/** What may stand between digits of one number. */
const joints = new Set(',.:–~-')

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
  const isMore = joints.has(joint.text) && isDigits(next.text) && (joint.text !== ',' || next.text.length === 3)
  return isMore ? joint.text + next.text : null
}

const joinsNames = new Set('·・•‧')
/** Characters at most in each part of a foreign name as Chinese writes it. */
const longestPart = 6

/** 卡万·肖特 is one name, however the dictionary cuts its parts. */
function withForeignNames(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const current = tokens[at]
    if (!current) break
    if (!joinsNames.has(current.text) || joined.length === 0) {
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
  return token !== undefined && isHan(token.text) && token.text.length < 4 && !token.light && token.kind !== 'verb'
}

/** A whole word behind part of a name is most often what its bearer does. */
function goesOn(token: Token): boolean {
  return isNamePart(token) && (token.text.length === 1 || nameKinds.has(token.kind))
}

/** By jieba's tags (ICTCLAS): whole ones, and else by their first letters, the longer beginning first. */
const wholeTags: ReadonlyMap<string, WordClass> = new Map([
  ...['m', 'mq'].map((tag) => [tag, 'number'] as const),
  ...['a', 'b', 'z', 'h'].map((tag) => [tag, 'adjective'] as const),
])
const tagBeginnings: readonly (readonly [string, WordClass])[] = [
  ['nr', 'person'],
  ['ns', 'place'],
  ['nt', 'name'],
  ['nz', 'name'],
  ['eng', 'name'],
  ['vn', 'noun'],
  ['ad', 'adverb'],
  ['an', 'noun'],
  ['j', 'name'],
  ['t', 'time'],
  ['v', 'verb'],
  ['d', 'adverb'],
  ['p', 'adposition'],
  ['c', 'conjunction'],
  ['u', 'particle'],
  ['y', 'particle'],
  ['k', 'particle'],
  ['r', 'pronoun'],
  ['q', 'measure'],
  ['n', 'noun'],
  ['l', 'noun'],
  ['i', 'noun'],
  ['g', 'noun'],
]

/** The dictionary has 由约翰 and the like as names. */
function isLed(name: string, dictionary: Jieba): boolean {
  if ((!name.startsWith('由') && !name.startsWith('被')) || name.length < 3) return false
  const [first, ...others] = dictionary.tag(name.slice(1))
  return first?.tag.startsWith('nr') === true && others.length === 0
}

function taggedTokens(sentence: string): Token[] {
  const dictionary = jieba()
  const tokens: Token[] = []
  let at = 0
  for (const { word, tag } of dictionary.tag(sentence)) {
    const start = sentence.indexOf(word, at)
    if (start === -1) continue
    at = start + word.length
    const led = tag.startsWith('nr') && isLed(word, dictionary) ? 1 : 0
    if (led > 0) tokens.push(token(start, word.slice(0, led), 'adposition'))
    const rest = word.slice(led)
    if (rest.trim() !== '') tokens.push(token(start + led, rest, chineseKind(rest, tag)))
  }
  return tokens
}

function chineseKind(word: string, tag: string): WordClass {
  if (!hasWords(word)) return kindOfSign(word)
  if (isNumber.test(word)) return 'number'
  if (tag === 'x') return 'name'
  return wholeTags.get(tag) ?? tagBeginnings.find(([letters]) => tag.startsWith(letters))?.[1] ?? 'other'
}
