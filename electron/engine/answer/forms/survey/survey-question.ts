/** A question over everything that matches rather than the best few passages. */
export interface SurveyQuestion {
  /** `documents`: which or how many mention something; `items`: all there is of something. */
  readonly wants: 'documents' | 'items'
  /** What they are asked about, as the question says it. */
  readonly topic: string
}

const longest = 300
const documents = '(?:documents?|docs?|files?|reports?|papers?|notes?)'
const verb =
  '(?:(?:that|which)\\s+)?(?:do\\s+(?:I|we)\\s+have\\s+(?:that\\s+)?)?(?:mention(?:s|ed|ing)?|contain(?:s|ing)?|discuss(?:es|ing)?|refers?\\s+to|talks?\\s+about|speaks?\\s+of|deals?\\s+with|covers?|covering|names?|includes?|describes?|are\\s+about|is\\s+about|about|on|with|say\\s+(?:something|anything)\\s+about)'
const english = [
  new RegExp(
    `^(?:(?:in|across)\\s+)?how\\s+many\\s+(?:of\\s+)?(?:the\\s+|my\\s+|our\\s+|your\\s+)?${documents}\\s+${verb}\\s+(.+)$`,
    'iu',
  ),
  new RegExp(`^(?:in\\s+)?which\\s+(?:of\\s+)?(?:the\\s+|my\\s+|our\\s+)?${documents}\\s+${verb}\\s+(.+)$`, 'iu'),
  new RegExp(
    `^(?:please\\s+)?(?:list|show|find|name|give)(?:\\s+me)?\\s+(?:all|every|each)(?:\\s+of)?(?:\\s+the|\\s+my|\\s+our)?\\s+${documents}\\s+${verb}\\s+(.+)$`,
    'iu',
  ),
  new RegExp(
    `^(?:in\\s+)?(?:which|how\\s+many)\\s+${documents}\\s+(?:is|are|was|were|does|do)\\s+(.+?)(?:\\s+mentioned|\\s+appear)$`,
    'iu',
  ),
]
const englishItems =
  /^(?:please\s+)?(?:list|show|find|name|give)(?:\s+me)?\s+(?:all|every|each)(?:\s+of)?(?:\s+the|\s+my|\s+our)?\s+(.+)$/iu
const paper = '(?:文档|文件|资料|报告|文章|笔记)'
const counted = '(?:有)?(?:多少|几|哪些|哪几|哪)(?:篇|个|份)?'
const mentions =
  '(?:中|里|里面)?(?:都)?(?:提到|提及|涉及|讲到|讲|讨论|包含|包括|谈到|说到|介绍|记载|有关于|关于|写到|含有)(?:过|了|到)?(?:有关|关于)?'
const chinese = [
  new RegExp(`^${counted}(?:的)?${paper}${mentions}(.+)$`, 'u'),
  new RegExp(`^${counted}${mentions}(?:了)?(.+?)(?:的${paper})?$`, 'u'),
  new RegExp(`^(?:请)?(?:列出|列举|找出|给出)(?:所有|全部)(?:的)?${mentions}(.+?)的(?:所有|全部)?${paper}$`, 'u'),
  new RegExp(`^(?:请)?(?:列出|列举|找出|给出)(?:所有|全部)(?:的)?${paper}(?:中|里)?${mentions}(.+)$`, 'u'),
  new RegExp(`^(.+?)(?:出现)?在(?:多少|几|哪些|哪几)(?:篇|个|份)?${paper}(?:中|里)(?:出现|提到)?(?:过|了)?$`, 'u'),
]
const chineseItems = /^(?:请)?(?:列出|列举|找出|给出)(?:所有|全部)(?:的)?(.+)$/u

/** Null for a question that the best passages answer. */
export function surveyQuestionOf(question: string): SurveyQuestion | null {
  const text = question.trim().replace(/[\s?？。.!！]+$/u, '')
  if (text.length > longest) return null
  for (const pattern of [...english, ...chinese]) {
    const topic = pattern.exec(text)?.[1]?.trim()
    if (topic) return { wants: 'documents', topic: unquoted(topic) }
  }
  const items = (englishItems.exec(text) ?? chineseItems.exec(text))?.[1]?.trim()
  return items ? { wants: 'items', topic: unquoted(items) } : null
}

function unquoted(topic: string): string {
  return topic.replace(/^(?:the|an?|any)\s+/iu, '').replace(/^["“「『《](.+)["”」』》]$/u, '$1')
}
