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
/** What is so only if something else is denies nothing of what is so. */
function withoutConditions(text: string): string {
  return text.replace(condition, ' ')
}

const condition = /\b(?:if|unless)\b[^,.;:!?]*(?:,(?=\s)|$)|(?:如果|只要|假如|若|除非|一旦)[^，。；;,：]*[，,]/giu

/** Whether a few words of a near copy say not, where the words they stand against do not. */
export function addsNegation(said: string, found: string): boolean {
  return said.length <= longestDenial && says(said) && !says(found)
}

const negations = new Set('not never no without 不 没 没有 未 并不 并非 非 无'.split(' '))

/** Whether words are a "not" and nothing else. */
export function isNegation(words: string): boolean {
  return negations.has(words.toLowerCase())
}

function says(words: string): boolean {
  return words.search(negator) !== -1 || words.search(chineseNegator) !== -1
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
