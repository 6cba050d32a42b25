import { contentTerms } from '@engine/text/english/stop-words'
import { anyQuestionWord } from '@engine/text/english/word-patterns'
import { wordSpans } from '@engine/text/words'

const maxParts = 4
const sentenceBreak = /[?？;；]\s*(?:and\s+|also\s+|另外|还有|以及|并且)?|\n+/u
const questionStart = new RegExp(
  String.raw`^(?:${anyQuestionWord}|whom|whose|is|are|was|were|do|does|did|can|should)\b(?!\s*$)`,
  'iu',
)
const chineseQuestion = /什么|怎么|怎样|如何|多少|多[久长高大深远]|哪|为何|谁|几(?!乎)|吗|是否|何时/u
const chineseCondition = /^(?:如果|若|当|假如|虽然|因为|由于|除了)/u
const englishJoin = new RegExp(String.raw`(?:,\s|(?<!\s)\s)\s*(?:and|as well as)\s+(?=${anyQuestionWord}\b)`, 'iu')
const chineseJoin =
  /[，,、]\s*(?:另外|还有|以及|并且|而且|同时)?\s*|以及(?=[\p{Script=Han}]{0,8}(?:什么|怎么|多|哪|谁|几))/u

/**
 * At most four questions of a compound one: its sentences, or clauses that each ask something; the fourth takes the
 * rest. Coordinators inside a part join what is compared, which `comparedSides` finds.
 */
export function splitCompound(question: string): string[] {
  const sentences = question.split(sentenceBreak).map(trimmed).filter(asksSomething)
  const parts = sentences.flatMap((sentence) => splitClauses(sentence))
  if (parts.length <= 1) return [question.trim()]
  return parts.length <= maxParts ? parts : [...parts.slice(0, maxParts - 1), parts.slice(maxParts - 1).join('; ')]
}

function splitClauses(sentence: string): string[] {
  const english = sentence.split(englishJoin).map(trimmed)
  if (english.length > 1 && english.every((part) => questionStart.test(part) && hasContent(part))) return english
  const chinese = sentence.split(chineseJoin).map(trimmed)
  const allAsk = chinese.every((part) => chineseQuestion.test(part) && !chineseCondition.test(part))
  return chinese.length > 1 && allAsk ? chinese : [sentence]
}

function asksSomething(part: string): boolean {
  return hasContent(part) || questionStart.test(part) || chineseQuestion.test(part)
}

function hasContent(part: string): boolean {
  return contentTerms(part).length > 0
}

const edge = /[\s,，、。.!！?？:：]/u

/** Without white space and punctuation at either end; a loop, because a pattern for the end is quadratic. */
function trimmed(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && edge.test(text.charAt(start))) start += 1
  while (end > start && edge.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** Longer questions are no comparisons, and the patterns below take their time. */
const maxComparisonLength = 300
const versus = /^(.{1,80}?)\s+(?:vs\.?|versus)\s+(.{1,80})$/iu
const difference =
  /\b(?:differences?|comparison|differ)\b(?:\s+between)?\s+(.{1,80}?)\s+(?:and|from|versus|vs\.?)\s+(.{1,80})$/iu
const compare =
  /^(?:please\s+)?compare\s+(.{1,80}?)\s+(?:and|with|to|against)\s+(.{1,80}?)(?:\s+(?:in|by|on|for|with respect to)\s.*)?$/iu
const chineseTail =
  /(?:之间|两者)?的?(?:有(?:什么|何|哪些))?(?:主要)?(?:区别|不同|差异|差别|异同)(?:是什么|在哪里?|有哪些)?$|(?:，|,)?(?:哪[个座种条家所部本一]{1,2}|谁)(?:更|比较).*$|(?:对比|相比).*$/u
const aspectOpeners = new Set(['对', '对于', '关于', '在'])
const coordinators = new Set(['和', '与', '跟', '同', '以及'])

/** The two sides of a comparison, or null where nothing is compared. */
export function comparedSides(question: string): [string, string] | null {
  if (question.length > maxComparisonLength) return null
  const text = trimmed(question)
  const match = versus.exec(text) ?? compare.exec(text) ?? difference.exec(text)
  const sides = match ? [match[1] ?? '', match[2] ?? ''] : chineseSides(text)
  if (!sides) return null
  const [left = '', right = ''] = sides.map((side) => trimmed(side).replace(/^(?:(?:between|the)\s+)+/iu, ''))
  return hasContent(left) && hasContent(right) ? [left, right] : null
}

/** Cut at 和 or 与 where it is a word of its own: not in 参与者, 共和国. */
function chineseSides(text: string): string[] | null {
  const asked = /^(?:请)?(?:比较|对比)(?:一下)?/u.exec(text)?.[0] ?? ''
  const body = text.slice(asked.length)
  const bare = body.replace(chineseTail, '')
  if (asked === '' && bare === body) return null
  const joint = wordSpans(bare).find(({ word, start }) => coordinators.has(word) && start > 0)
  return joint ? [bare.slice(0, joint.start), withoutAspect(bare.slice(joint.start + joint.word.length))] : null
}

/** 河南对台风的应急响应 names one side and what both are asked about. */
function withoutAspect(side: string): string {
  const cut = wordSpans(side).find(({ word, start }) => aspectOpeners.has(word) && start > 0)
  return cut ? side.slice(0, cut.start) : side
}
