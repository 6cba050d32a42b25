import { hasDigit } from '@engine/text/letters'
import words from '@resources/lexicon/answer-words.json'
import { quantitiesIn } from '../facts/quantities'

const anyOf = (list: readonly string[]) => list.join('|')
const says = anyOf(words.english.says)
/** Says that something is not said, which no passage can show. */
const absences = [
  new RegExp(`(?:n't| not|never)(?: \\w+){0,2}? (?:${says})\\b`, 'iu'),
  new RegExp(`\\b(?:${says}) (?:no|nothing|neither)\\b`, 'iu'),
  /\b(?:there (?:is|are)|found|has|have|with) (?:no (?:figure|information|mention|answer|details?|evidence)|nothing)\b|\bnot (?:in|part of) the (?:documents?|passages?|evidence|sources?)\b/iu,
  /\b(?:documents?|sources?|passages?|evidence|context) (?:do|does|did)(?:n't| not)\b/iu,
  new RegExp(`(?:没有|没|并未|未|没能|沒有|並未)[^，。；,;]{0,3}(?:${anyOf(words.chinese.says)})`, 'u'),
  /没有(?:找到|相关)|未找到|(?:无法|不能)(?:确定|判断|回答)|看不出/u,
]
const clause = /(?<=[,;，；:：](?:\s|(?=\p{Script=Han})))|(?<=\p{Script=Han}[,;])|\s(?=but\b)/u

const yesOrNo = /^(?:yes|no|是的?|对|不是?|否)[,，]\s*/iu

/** A sentence without a "Yes," or "No," to the question, and without clauses that only say what its sources leave unsaid. */
export function whatIsSaid(written: string): string {
  const sentence = written.replace(yesOrNo, '')
  const clauses = sentence.split(clause)
  const kept = clauses.filter((one) => !absences.some((absence) => absence.test(one.replaceAll('’', "'"))))
  return kept.length === clauses.length ? sentence : kept.join('').trim()
}

const writer = new RegExp(`\\b(?:${anyOf(words.english.writer)})\\b|${anyOf(words.chinese.writer)}`, 'u')
const opens = new RegExp(`^(?:(?:${anyOf(words.english.opens)})\\b|(?:${anyOf(words.chinese.opens)}))`, 'iu')

/** Offers and good wishes: the writer speaks of itself, or to the reader, and gives no figure. */
export function isToReader(sentence: string): boolean {
  if (quantitiesIn(sentence).some(({ raw }) => hasDigit(raw))) return false
  return writer.test(sentence.replaceAll('’', "'")) || opens.test(sentence)
}
