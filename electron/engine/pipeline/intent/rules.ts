import { contentTerms } from '@engine/text/english/stop-words'
import { anyQuestionWord } from '@engine/text/english/word-patterns'
import { libraryQuestionOf } from '@engine/question/library/library-question'
import type { Intent, SystemTopic } from '../turn'

const whole = (pattern: string) => new RegExp(`^(?:${pattern})[\\s!！。.~?？,，]*$`, 'iu')

/** Each pattern must cover the whole utterance: 你好 is a greeting, 你好吗这个词的来源 is a question. */
const systemPatterns: readonly [SystemTopic, RegExp][] = [
  [
    'greeting',
    whole(
      'hi|hello|hey|hi there|hello there|good (?:morning|afternoon|evening)|你好|您好|嗨|哈喽|早上好|下午好|晚上好|在吗',
    ),
  ],
  ['thanks', whole('thanks|thank you(?: very much| so much)?|thx|cheers|谢谢|多谢|感谢|谢谢你|谢谢您|非常感谢')],
  ['farewell', whole('bye|goodbye|see you|good night|再见|拜拜|晚安')],
  [
    'identity',
    whole(
      "(?:so )?(?:who|what) are you|what is cairn|what's your name|introduce yourself|你是谁|您是谁|你是什么|你叫什么(?:名字)?|介绍一下你自己|自我介绍",
    ),
  ],
  [
    'help',
    whole(
      'help|help me|/help|what can (?:you|cairn) do(?: for me)?|how (?:do|can) i use (?:you|this|cairn)|how does this work|帮助|使用帮助|你能做什么|你会做什么|你有什么功能|你可以做什么|能帮我做什么|怎么使用你|如何使用',
    ),
  ],
]

const arithmetic = /^[\s\d.,+\-*/×÷^()%=?？]+$/u
/** A hyphen alone also joins years and telephone numbers. */
const hasOperator = /[\d)]\s*(?:[+*/×÷^]|\s-\s|%\s*\d)\s*[\d(]|=\s*[?？]?$/u
const compute =
  /^(?:calculate|compute|what is|what's|计算一?下?|算一?下?|请计算)\s*[\d(][\s\d.,+\-*/×÷^()%]*(?:等于多少|是多少|=)?\s*[?？]?$/iu
const clock = whole(
  "what time is it(?: now)?|what(?: is|'s) (?:the )?(?:date|time|day)(?: today| now)?|现在几点了?|几点了|今天(?:是)?(?:几号|星期几|周几|什么日期|几月几号)|现在(?:是)?什么时间",
)

/** What a rule says of the whole utterance, or null. Words alone decide nothing: 预算 and 算法 are no calculator. */
export function wholeIntent(text: string): Omit<Intent, 'confidence'> | null {
  const utterance = text.trim()
  const system = systemPatterns.find(([, pattern]) => pattern.test(utterance))
  if (system) return { kind: 'SYSTEM', topic: system[0] }
  if (isCatalogueQuestion(utterance)) return { kind: 'SYSTEM', topic: 'library' }
  if (hasOperator.test(utterance) && (arithmetic.test(utterance) || compute.test(utterance))) {
    return { kind: 'TOOL', topic: 'calculator' }
  }
  return clock.test(utterance) ? { kind: 'TOOL', topic: 'datetime' } : null
}

/** Whether the catalogue of documents answers by itself: it asks for nothing that their texts say, and for no name. */
function isCatalogueQuestion(utterance: string): boolean {
  const asked = libraryQuestionOf(utterance)
  return asked !== null && asked.mentions === null && asked.named === null && asked.inside === null
}

const confidences = { SYSTEM: 0.95, TOOL: 0.92, KB: 0.9 } as const

/** Ranks what one utterance wants by rules alone, for when the labelled examples are not ready. */
export function rankIntents(text: string): Intent[] {
  const best = wholeIntent(text)
  if (best) return ranked(best, confidences[best.kind])
  return ranked({ kind: 'KB', topic: '' }, knowledgeConfidence(text.trim()))
}

/** Words that ask or command. */
export const asks = new RegExp(
  String.raw`^(?:${anyQuestionWord}|whose|is|are|was|were|do|does|did|can|could|should|list|compare|explain|describe|summari[sz]e|tell|show|find|give|define|please)\b|什么|怎么|怎样|如何|多[少久长高大深远重宽]|哪|为何|谁|几[个次天年月点号种]|吗|呢|是否|何时|列出|比较|对比|说明|解释|介绍|总结|概述|描述|概括|告诉|查询|查找`,
  'iu',
)
/** An identifier or a quotation says exactly what is wanted, question mark or not. */
export const pinpoints = /\d|["“「《]|[A-Z]{2,}|_/u

/** How surely an utterance asks the documents: a question most, bare words less, grammar words alone as likely not. */
function knowledgeConfidence(utterance: string): number {
  const content = new Set(contentTerms(utterance)).size
  if (content === 0) return 0.5
  if (asks.test(utterance) || /[?？]/u.test(utterance)) return confidences.KB
  if (pinpoints.test(utterance)) return 0.85
  return content <= 2 ? 0.6 : 0.8
}

/** Every kind with its probability, the best first: what it leaves is even between the others. */
export function ranked(best: Omit<Intent, 'confidence'>, confidence: number): Intent[] {
  const others = (['KB', 'TOOL', 'SYSTEM'] as const).filter((kind) => kind !== best.kind)
  const rest = (1 - confidence) / others.length
  return [{ ...best, confidence }, ...others.map((kind) => ({ kind, topic: '', confidence: rest }))]
}
