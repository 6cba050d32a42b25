import { LRUCache } from 'lru-cache'
import type { PartOfSpeech } from 'wink-nlp'
import type { EntityType } from '@shared/graph'
import { surnameOf } from '../../disambiguation/names/han-lexicon'
import { cutChinese, tagChinese } from '@engine/text/chinese/chinese-words'
import { foldHan } from '@engine/text/chinese/han-fold'
import { tagEnglish, wordClasses } from '@engine/text/english/tag-english'
import type { Span } from '@engine/text/sentences/sentences'
import { stepsOf } from '../patterns/phrase-trie'
import type { Token, TokenKind } from './sentence-token'

export interface Sentence extends Span {
  readonly language: 'en' | 'zh'
  readonly tokens: readonly Token[]
}

/** A word in a script with spaces, as `names/capitalised-spans` cuts it, or any other character. */
const piece =
  /(?:(?!\p{Script=Han})[\p{L}\p{N}])(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])*(?:['.\-–&/+@_](?:(?!\p{Script=Han})[\p{L}\p{N}])(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])*)*(?:\+\+|#)?|[^\s]/gu
/** The same for ASCII alone. */
const plainPiece = /[a-z0-9]+(?:['.\-&/+@_][a-z0-9]+)*(?:\+\+|#)?|\S/gi
const plain = /^[\x00-\x7f]*$/
const plainWord = /^[a-z]+$/i
const times = new Set(['today', 'yesterday', 'tomorrow', 'tonight'])
const han = /\p{Script=Han}/u
const hanAll = /\p{Script=Han}/gu
const hanRun = /\p{Script=Han}+/gu
const smallWord = /(?<!\p{L})\p{Ll}+/gu
const numeric = /^[\d.,%]+$/u
const mark = /^[^\p{L}\p{N}]+$/u

/** The sentence at `[start, end)` of a text. Names that are known to stand there are one word each. */
export function readSentence(text: string, { start, end }: Span, names: readonly Span[]): Sentence {
  const written = text.slice(start, end)
  const language = languageOf(written)
  const tokens = language === 'zh' ? chineseTokens(written, start) : englishTokens(written, start)
  return { start, end, language, tokens: names.length === 0 ? tokens : withNames(tokens, names, text) }
}

/** Chinese where it has more Chinese characters than English words that are no names. */
function languageOf(written: string): 'en' | 'zh' {
  if (!han.test(written)) return 'en'
  return (written.match(hanAll)?.length ?? 0) > (written.match(smallWord)?.length ?? 0) ? 'zh' : 'en'
}

function token(start: number, text: string, kind: TokenKind, hint?: EntityType): Token {
  const word = foldHan(text.toLowerCase())
  const steps = han.test(word) ? stepsOf(word) : [word]
  const isSmall = word === text
  return { start, end: start + text.length, word, isSmall, steps, kind, ...(hint === undefined ? {} : { hint }) }
}

/** The same for a text without Chinese. */
function latinToken(start: number, text: string, kind: TokenKind): Token {
  const word = text.toLowerCase()
  return { start, end: start + text.length, word, isSmall: word === text, steps: [word], kind }
}

function englishTokens(written: string, offset: number): Token[] {
  const kindAt = englishKinds(written)
  const tokens: Token[] = []
  const made = han.test(written) ? token : latinToken
  for (const { 0: word, index } of written.matchAll(plain.test(written) ? plainPiece : piece)) {
    const possessive = word.endsWith("'s") || word.endsWith('’s') ? word.length - 2 : -1
    if (possessive > 0) {
      tokens.push(made(offset + index, word.slice(0, possessive), latinKind(word, kindAt[index])))
      tokens.push(made(offset + index + possessive, word.slice(possessive), 'other'))
    } else tokens.push(made(offset + index, word, latinKind(word, kindAt[index])))
  }
  return tokens
}

const taggedKinds: Partial<Record<PartOfSpeech, TokenKind>> = wordClasses

/** Lines at the head and foot of pages, quoted mail and rows come again and again; so many are tagged once. */
const tagged = new LRUCache<string, readonly (TokenKind | undefined)[]>({ max: 2000 })

/** The word kinds of an English text by wink-nlp's tagger: `kindAt[start]` where a token begins, undefined elsewhere. */
function englishKinds(text: string): readonly (TokenKind | undefined)[] {
  const known = tagged.get(text)
  if (known) return known
  const made = tag(text)
  tagged.set(text, made)
  return made
}

function tag(text: string): (TokenKind | undefined)[] {
  const { words, tags } = tagEnglish(text)
  const kindAt: (TokenKind | undefined)[] = new Array<TokenKind | undefined>(text.length)
  let at = 0
  for (const [place, word] of words.entries()) {
    const start = text.indexOf(word, at)
    if (start === -1) continue
    at = start + word.length
    kindAt[start] = taggedKinds[tags[place] ?? 'X'] ?? 'other'
  }
  return kindAt
}

function latinKind(word: string, kind: TokenKind | undefined): TokenKind {
  if (plainWord.test(word)) {
    if (times.has(word.toLowerCase())) return 'time'
    return kind === 'name' && !/[A-Z]/.test(word) ? 'noun' : (kind ?? 'other')
  }
  if (mark.test(word)) return 'punctuation'
  if (numeric.test(word)) return 'number'
  if (/^and\/or$/iu.test(word)) return 'conjunction'
  // The tagger cuts "full-text" and "Node.js" up: what they begin with says little.
  if (/[-./+_]/u.test(word) && kind !== 'name' && /\p{L}$/u.test(word))
    return /-\p{L}+ed$/u.test(word) ? 'adjective' : 'noun'
  if (kind === 'name' && !/\p{Lu}/u.test(word)) return 'noun'
  return kind ?? 'other'
}

function chineseTokens(written: string, offset: number): Token[] {
  const tokens: Token[] = []
  for (const { 0: run, index } of written.matchAll(hanRunOrPiece)) {
    const start = offset + index
    if (!han.test(run)) {
      tokens.push(token(start, run, latinInChinese(run)))
      continue
    }
    let at = start
    for (const { word, tag } of tagChinese(run)) {
      const { kind, hint } = chineseKind(tag)
      const one = token(at, word, kind, hint === 'person' && !mayBePerson(word, tag) ? undefined : hint)
      tokens.push({ ...one, ...(tag === 'vn' && { isVerbal: true }), ...(tag === 'an' && { isState: true }) })
      at += word.length
    }
  }
  return tokens.map((one, at) => (describes(tokens, at) ? { ...one, kind: 'noun' as const } : one))
}

/** A verb between 的 or a number and a noun is part of a name: 一个|缓存|系统. */
function describes(tokens: readonly Token[], at: number): boolean {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  if (token?.kind !== 'verb' || token.word.length !== 2 || next?.kind !== 'noun') return false
  return before?.word === '的' || before?.kind === 'number'
}

function latinInChinese(word: string): TokenKind {
  if (mark.test(word)) return 'punctuation'
  if (numeric.test(word)) return 'number'
  return /\p{Lu}/u.test(word) && word.length > 1 ? 'name' : 'noun'
}

const hanRunOrPiece = new RegExp(`\\p{Script=Han}+|${piece.source}`, 'gu')

/** By the first letters of jieba's tags (ICTCLAS). */
const kinds: readonly (readonly [RegExp, TokenKind, EntityType?])[] = [
  [/^nrt?f?g?/u, 'noun', 'person'],
  [/^ns/u, 'noun', 'place'],
  [/^nt/u, 'noun', 'organisation'],
  [/^(?:n|j|vn|an)/u, 'noun'],
  [/^(?:m|mq|q)$/u, 'number'],
  [/^t/u, 'time'],
  [/^v/u, 'verb'],
  [/^b$/u, 'adjective'],
  [/^(?:ad|d)/u, 'adverb'],
  [/^p/u, 'adposition'],
  [/^c/u, 'conjunction'],
  [/^r/u, 'pronoun'],
  [/^[afghiklsz]/u, 'part'],
]

/** The dictionary calls many words personal names that are none. */
function mayBePerson(word: string, tag: string): boolean {
  return (tag === 'nrt' && word.length >= 3) || isLikelyPerson(word)
}

/** A surname and two characters that are no word: 张慧中, but not 高质量. In simplified characters. */
export function isLikelyPerson(name: string): boolean {
  if (name.length !== 3 || surnameOf(name) === undefined) return false
  const [given, ...more] = tagChinese(name.slice(1))
  return more.length > 0 || given?.tag.startsWith('nr') === true || given?.tag === 'x'
}

function chineseKind(tag: string): { kind: TokenKind; hint?: EntityType | undefined } {
  const [, kind, hint] = kinds.find(([pattern]) => pattern.test(tag)) ?? []
  return kind === undefined ? { kind: 'other' } : { kind, hint }
}

/** Words that lie within a known name become one; a word that only overlaps one stays as it is. */
function withNames(tokens: readonly Token[], names: readonly Span[], text: string): Token[] {
  const merged: Token[] = []
  let at = 0
  for (const name of names) {
    while (at < tokens.length && (tokens[at]?.start ?? 0) < name.start) push(merged, tokens[at++])
    let end = at
    while (end < tokens.length && (tokens[end]?.end ?? 0) <= name.end) end += 1
    const [first, last] = [tokens[at], tokens[end - 1]]
    if (!first || !last || end === at || first.start !== name.start || last.end !== name.end) continue
    merged.push(token(name.start, text.slice(name.start, name.end), 'name', end - at === 1 ? first.hint : undefined))
    at = end
  }
  while (at < tokens.length) push(merged, tokens[at++])
  return merged
}

function push(tokens: Token[], one: Token | undefined): void {
  if (one) tokens.push(one)
}

/** Whether a Chinese word begins or ends at a place of the text; its words are only cut where that is asked. */
export function wordEdges(text: string): (at: number) => boolean {
  let edges: Set<number> | undefined
  return (at) => {
    if (!edges) {
      edges = new Set()
      for (const { 0: run, index } of text.matchAll(hanRun)) {
        let end = index
        edges.add(end)
        for (const word of cutChinese(run)) edges.add((end += word.length))
      }
    }
    return edges.has(at)
  }
}
