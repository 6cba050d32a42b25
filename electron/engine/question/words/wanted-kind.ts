import lexicon from '@resources/lexicon/wanted-kinds.json'
import type { Language } from '@engine/text/language'
import { type PlacedWord, placedWords } from '@engine/text/words'

/** What a question wants to know, finer than the form of its answer. */
export type WantedKind =
  'who' | 'when' | 'where' | 'number' | 'why' | 'how' | 'which' | 'name' | 'action' | 'what' | 'other'

/** What a question asks with, read in one language. */
export interface QuestionWord {
  readonly kind: WantedKind
  /** Where it stands, UTF-16 units; both 0 where there is none. */
  readonly start: number
  readonly end: number
  /** The noun asked for ("which river", 哪座山): what the answer is one of; empty for none. */
  readonly noun: string
}

/** Words that tell a kind; nouns do behind "what" or "which", with at most `reach` words between. The first kind told counts. */
interface KindWords {
  readonly kind: WantedKind
  readonly words: readonly string[]
  readonly nouns?: readonly string[]
  readonly reach?: number
}

const english = lexicon.english as readonly KindWords[]
const chinese = lexicon.chinese as readonly KindWords[]
const degrees = new Set(lexicon.degrees)
const verbs = new Set(lexicon.verbs)
const ends = new Set(lexicon.ends)
const asking = new Set(['who', 'whose', 'whom', 'what', 'which', 'when', 'where', 'why', 'how'])
const longestNoun = 3

/** What the question word asks for, the first kind that its words tell, and the noun beside it. */
export function questionWordIn(text: string, language: Language): QuestionWord {
  return language === 'zh' ? inChinese(text) : inEnglish(placedWords(text.toLowerCase()), text)
}

function inEnglish(placed: readonly PlacedWord[], text: string): QuestionWord {
  const words = placed.map(({ word }) => word)
  const kind = english.find((one) => tells(words, one))?.kind ?? 'other'
  const [first, next] = placed.slice(
    Math.max(
      0,
      words.findIndex((word) => asking.has(word)),
    ),
  )
  if (!first || !asking.has(first.word)) return { kind, noun: nounIn(placed, text), start: 0, end: 0 }
  const last = first.word === 'how' && next && degrees.has(next.word) ? next : first
  return { kind, noun: nounIn(placed, text), start: first.start, end: last.end }
}

function tells(words: readonly string[], { kind, words: own, nouns = [], reach = 0 }: KindWords): boolean {
  if (own.some((word) => words.includes(word))) return true
  if (kind === 'action') return asksWhatIsDone(words)
  if (kind === 'number' && words.some((word, at) => word === 'how' && degrees.has(words[at + 1] ?? ''))) return true
  return words.some(
    (word, at) =>
      (word === 'what' || (word === 'which' && kind !== 'number')) &&
      words.slice(at + 1, at + 2 + reach).some((noun) => nouns.includes(noun)),
  )
}

/** "What does it do?", "What did they decide?", "What happened?" */
function asksWhatIsDone(words: readonly string[]): boolean {
  const behind = words.slice(words.indexOf('what') + 1)
  if (!words.includes('what')) return false
  const [next = ''] = behind
  const helping = behind.findIndex((word) => word === 'do' || word === 'does')
  return next === 'did' || next.startsWith('happen') || (helping >= 0 && behind.includes('do', helping + 1))
}

/** The last word before what goes on with the question, of "which river flows in", as it is written. */
function nounIn(placed: readonly PlacedWord[], text: string): string {
  for (const [at, { word }] of placed.entries()) {
    const isHow = word === 'how' && ['many', 'much'].includes(placed[at + 1]?.word ?? '')
    if (word !== 'what' && word !== 'which' && !isHow) continue
    const behind = placed.slice(at + (isHow ? 2 : 1), at + (isHow ? 3 : 2) + longestNoun)
    const noun = behind.find((_, place) => ends.has(behind[place + 1]?.word ?? ''))
    if (noun) return verbs.has(noun.word) ? '' : text.slice(noun.start, noun.end)
  }
  return ''
}

const chineseWord =
  /什么样?的?|哪[个位种些里儿一年天月座家国]*|谁|何[时处人年地]|为何|多少|几|怎么样?|怎样|如何|为什么|多[大长高远深久重宽]/u
const chineseNoun = /(?:什么|哪[个种些一]?[个种类座部支家所位项条]?|多少|几)(?:样的)?(\p{Script=Han}{1,3})/u

function inChinese(text: string): QuestionWord {
  const kind = chinese.find(({ words }) => words.some((word) => text.includes(word)))?.kind ?? 'other'
  const [word = ''] = chineseWord.exec(text) ?? []
  const start = Math.max(0, text.indexOf(word))
  return { kind, noun: chineseNoun.exec(text)?.[1] ?? '', start, end: start + word.length }
}
