import { foldHan } from './han-fold'
import { wordSpans } from '../words'
import functionWords from '@resources/lexicon/chinese-function-words.json'
import people from '@resources/lexicon/people.json'

/** Words of two characters and more that carry grammar, or say how a question is put, not what it is about. */
const words = new Set(functionWords.words)
/** How many of what: 几天, 几个月. The day before yesterday is no such thing, and neither is 几何. */
const counted = /^几(?:个?[天年月日号点次岁人位名家间层块元台张条本份周级种项季分页章步成倍杯碗回趟]|个)$/u
/** What is left by itself of grammar: modal verbs, adverbs, aspect, pronouns, prepositions, particles. */
const characters = new Set(functionWords.characters)
const numeral = /^[一二两三四五六七八九十]$/u
/** At the end only: 吧 of 酒吧. */
const particle = /^[吗呢吧啊呀嘛啦哦]$/u
/** Verbs that say little of what a question is about; in front of a word only: 用墨笺, 去杭州. */
const light = new Set('用去来拿到')
/** To the dictionary 站在 is one word. */
const stays = /^[站住放坐躺写记挂停摆装埋藏]在$/u
const pointing = new Set('这那哪几每某')
/** Measure words; behind what points they are grammar (这份家财险), elsewhere they may be a thing. */
const measures = new Set('份台张条本家次趟件项场间辆部套批个位名款种段天年月周回届期篇栋座支所')
/** Family names of three-character names in whose middle such a character may stand: 王会悟. */
const familyNames = new Set(people.familyNames)

/** Whether a character is a usual Chinese family name. */
export function isFamilyName(character: string): boolean {
  return familyNames.has(character)
}

const hanRun = /\p{Script=Han}+/gu
/** The dictionary takes its time over long runs, and questions have none. */
const longestRun = 100

interface Span {
  readonly word: string
  readonly start: number
}

/**
 * A question with its Chinese grammar words blanked, offsets kept: 葱油能放多久 leaves 葱油 and 放. `isHeld` tells whether
 * documents hold two characters side by side, which decides between readings (入职|能, not 入|职能).
 */
export function withoutFunctionWords(text: string, isHeld?: (pair: string) => boolean): string {
  const folded = foldHan(text)
  const kept = Array.from({ length: text.length }, (_, at) => text.charAt(at))
  for (const { 0: run, index } of folded.matchAll(hanRun)) {
    if (run.length > longestRun) continue
    const spans = isHeld ? regrouped(wordSpans(run), isHeld) : wordSpans(run)
    for (const [at, span] of spans.entries()) {
      const blanked = blankedOf(span, spans[at - 1], spans[at + 1])
      for (let offset = 0; offset < blanked.length; offset += 1) kept[index + blanked.start + offset] = ' '
    }
  }
  return kept.join('')
}

/** What of a word is grammar: all of it, none of it, or the 了 behind it (涨了). */
function blankedOf({ word, start }: Span, before: Span | undefined, after: Span | undefined) {
  const all = { start, length: word.length }
  if (words.has(word) || counted.test(word)) return all
  if (word.length === 2 && (word.endsWith('了') || stays.test(word))) return { start: start + 1, length: 1 }
  if (word.length > 1) return { start, length: 0 }
  if (light.has(word) && (before === undefined || isGrammar(before.word)) && after && !isGrammar(after.word)) return all
  if (measures.has(word) && pointing.has(before?.word ?? '')) return all
  // 怎么办 is two words to the dictionary.
  if (word === '办' && /^[怎咋]/u.test(before?.word ?? '')) return all
  if (numeral.test(word) && after?.word === '个') return all
  if (particle.test(word) && after) return { start, length: 0 }
  if (!characters.has(word)) return { start, length: 0 }
  const isInName = familyNames.has(before?.word ?? '') && after?.word.length === 1 && !isGrammar(after.word)
  return isInName ? { start, length: 0 } : all
}

function isGrammar(word: string): boolean {
  return words.has(word) || counted.test(word) || characters.has(word)
}

/** The dictionary prefers the longer word to the right one where they overlap: what the documents hold is right. */
function regrouped(spans: readonly Span[], isHeld: (pair: string) => boolean): Span[] {
  const result: Span[] = []
  for (const span of spans) {
    const last = result.at(-1)
    const [first = '', second = ''] = span.word
    const isOpen = last?.word.length === 1 && span.word.length === 2 && characters.has(second)
    if (last && isOpen && !isHeld(span.word) && isHeld(last.word + first)) {
      result[result.length - 1] = { word: last.word + first, start: last.start }
      result.push({ word: second, start: span.start + 1 })
    } else result.push(span)
  }
  return result
}
