import { anyMonth, anyWeekdayStem } from '@engine/text/english/word-patterns'
import type { Language } from '@engine/text/language'
import type { Token } from './tokens/answer-token'

/** What a run of words looks like: what kind of thing it names. */
export type Look =
  | 'time'
  | 'percent'
  | 'money'
  | 'number'
  | 'person'
  | 'place'
  | 'name'
  | 'named'
  | 'action'
  | 'clause'
  | 'quality'
  | 'thing'
  | 'other'

const times: Record<Language, RegExp> = {
  en: new RegExp(
    String.raw`\b(?:1\d|20)\d\d\b|\b(?:${anyMonth}|century|centuries|BC|AD|decade|morning|night|${anyWeekdayStem}day)\b|\b\d{3,4}s\b`,
    'u',
  ),
  zh: /[\d一二三四五六七八九十〇零]+\s*(?:年|月|日|世纪)|[早晚]期|时代|[上中下]旬/u,
}
const amounts: Record<Language, RegExp> = {
  en: /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|billion|half|third|quarter|percent)\b/iu,
  zh: /[\d一二三四五六七八九十百千万亿两半几]/u,
}

/** Characters of a date with its time of day. */
const longestTime = 20

/** The words of a run, as they are joined for its look and its features. */
export function textOf(run: readonly Token[], language: Language): string {
  return run.map((token) => token.text).join(language === 'zh' ? '' : ' ')
}

/** The look of a run; `text` is its `textOf`. */
export function lookOf(run: readonly Token[], text: string, language: Language): Look {
  const has = (kind: Token['kind']) => run.some((token) => token.kind === kind)
  const isShort = language === 'zh' ? text.length <= longestTime : run.length <= 8
  if (isShort && times[language].test(text)) return 'time'
  if (run.length <= 5 && has('number') && amounts[language].test(text)) {
    if (/%|per ?cent|百分/u.test(text)) return 'percent'
    return /[$£€¥元]|dollar|euro|pound|yuan/iu.test(text) ? 'money' : 'number'
  }
  if (run.length <= 4 && has('person')) return 'person'
  if (run.length <= 4 && has('place')) return 'place'
  if (has('name') && !has('verb')) return run.every(({ kind }) => kind === 'name') ? 'name' : 'named'
  if (has('verb') || has('auxiliary')) return run[0]?.kind === 'verb' ? 'action' : 'clause'
  if (run.every(({ kind }) => kind === 'adjective' || kind === 'adverb')) return 'quality'
  return has('noun') ? 'thing' : 'other'
}
