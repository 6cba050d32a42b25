import { analyse } from '../../text/analyse'
import { isStopTerm } from '../../text/stop-words'

const mostParts = 4
const strongBreak = /[?？;；]\s*(?:and\s+|also\s+|另外|还有|以及|并且)?|\n+/u
const questionStart = /^(?:who|whom|whose|what|when|where|why|how|which|is|are|was|were|do|does|did|can|should)\b/iu
const chineseQuestion = /(?:什么|怎么|怎样|如何|多少|哪|为什么|为何|谁|几|吗|是否|多久|何时)/u
const englishJoin = /,?\s+(?:and|as well as)\s+(?=(?:who|what|when|where|why|how|which)\b)/iu
const chineseJoin = /[，,]\s*(?:另外|还有|以及|并且|而且|同时)?\s*/u

/**
 * Splits a compound question into at most four questions that can be searched apart. Only whole questions are taken
 * apart: two sentences, or two clauses that each ask something. Coordinators inside a part ("R and D", 和平, 与会者)
 * join what is compared and are left alone; sides of a comparison are found by `comparedSides`.
 */
export function splitCompound(question: string): string[] {
  const sentences = question.split(strongBreak).map(clean).filter(hasContent)
  const parts = sentences.flatMap((sentence) => splitClauses(sentence))
  return parts.length > 1 ? parts.slice(0, mostParts) : [question.trim()]
}

function splitClauses(sentence: string): string[] {
  const english = sentence.split(englishJoin).map(clean)
  if (english.length > 1 && english.every((part) => questionStart.test(part) || hasContent(part))) return english
  const chinese = sentence.split(chineseJoin).map(clean)
  if (chinese.length > 1 && chinese.every((part) => chineseQuestion.test(part))) return chinese
  return [sentence]
}

function clean(part: string): string {
  return part.replace(/^[\s,，、]+|[\s,，、。.!！?？]+$/gu, '')
}

function hasContent(part: string): boolean {
  return analyse(part).some((term) => !isStopTerm(term))
}

const versus = /^(.{1,80}?)\s*(?:\bvs\.?|\bversus\b|与|和|跟|同|对比)\s*(.{1,80})$/iu
const differenceEnglish =
  /(?:difference|differences|compare|comparison|differ)\b.*?\b(?:between|of)?\s*(.{1,80}?)\s+(?:and|with|to|versus|vs\.?|from)\s+(.{1,80})$/iu
const differenceChinese =
  /^(?:请?(?:比较|对比))?\s*(.{1,40}?)\s*(?:和|与|跟|同|以及)\s*(.{1,40}?)\s*(?:之间)?(?:的|有什么|有何|有哪些|哪个|谁|相比|的主要)?(?:区别|不同|差异|差别|异同|更|对比|比较)/u

/** The two sides of a comparison, or null where nothing is compared. */
export function comparedSides(question: string): [string, string] | null {
  const text = clean(question)
  const explicit = /\bvs\.?\b|\bversus\b/iu.test(text) ? versus.exec(text) : null
  const match = explicit ?? differenceEnglish.exec(text) ?? differenceChinese.exec(text)
  const left = clean(match?.[1]?.replace(/^(?:(?:between|the)\s+)+/iu, '') ?? '')
  const right = clean(match?.[2]?.replace(/^the\s+/iu, '') ?? '')
  return left && right && hasContent(left) && hasContent(right) ? [left, right] : null
}
