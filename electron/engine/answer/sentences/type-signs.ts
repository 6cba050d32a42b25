import type { QuestionType } from '@engine/question/words/question-type'
import { anyMonth, anyWeekdayStem } from '@engine/text/english/word-patterns'

/** What a sentence that answers such a question shows. */
const signs: Partial<Record<QuestionType, RegExp>> = {
  definition:
    /\b(?:is|are) (?:an?|the)\b|\bmeans?\b|\brefers? to\b|\bstands? for\b|\bdefined as\b|是指|指的?是|即|是[^否]{2,}|[:：—–]/iu,
  who: /\b\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+|\b(?:Dr|Mr|Ms|Mrs|Prof)\b|由|先生|女士|博士|教授|主任|经理|馆长|[\p{Script=Han}]{2,4}(?:担任|负责|主持)/u,
  when: new RegExp(
    String.raw`\b\d{4}\b|\b\d{1,2}:\d{2}\b|\b(?:${anyMonth}|${anyWeekdayStem}day)\b|\b(?:noon|midnight|spring|summer|autumn|winter|today|yesterday|tomorrow)\b|[\d一二三四五六七八九十〇零两百千]+\s*[年月日号点时]|[上中下]旬|[去今明前]年|季度|每[年月周天日]|星期|周[一二三四五六日]|[春夏秋冬]`,
    'iu',
  ),
  where: /\b(?:in|at|on|near|inside|under|above) (?:the )?\p{L}+|位于|在.{1,12}(?:[里中内上下楼室区]|处)/u,
  quantity:
    /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|dozen|hundred|thousand|million)\b|\b(?:once|twice|daily|weekly|monthly|yearly|annually|every|half)\b|每|半|[一二三四五六七八九十百千万两]+\s*[\p{Script=Han}%]/iu,
}

/** Whether a sentence holds the kind of thing the question asks for; true for types without such a sign. */
export function holdsAnswerOfType(sentence: string, type: QuestionType): boolean {
  return signs[type]?.test(sentence) ?? true
}
