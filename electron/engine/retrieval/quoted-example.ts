import { analyse } from '@engine/text/analyse'

const roleMarker =
  /^\s*(?:[-*+>]\s*)?(?:\*\*)?(?:q|question|user|human|input|query|prompt|问|问题|用户|输入|提问)(?:\*\*)?\s*\d*\s*[:：]/iu
const answerMarker =
  /^\s*(?:[-*+>]\s*)?(?:\*\*)?(?:a|answer|assistant|output|response|expected|label|答|回答|助手|输出|预期)(?:\*\*)?\s*\d*\s*[:：]/iu
const arrow = /(?:→|=>|->|⇒)\s*\S/u
const call = /^\s*(?:\$|>|cairn|curl|assert|expect|it\(|test\()\s*.*["'“「]/iu
const quotation = /["“「『'`][^"”」』'`\n]{4,}["”」』'`]/u

/**
 * Whether a passage only quotes the question as an example, as few-shot lists do. Two of its lines have a structural
 * sign, such as a role marker answered by another, and one of them has the question; a word like "test" proves nothing.
 */
export function quotesQuestionAsExample(question: string, text: string): boolean {
  const lines = text.split('\n')
  const structural = lines.filter((line, at) => isExampleLine(line, lines[at + 1] ?? ''))
  if (structural.length < 2) return false
  const wanted = analyse(question)
  return wanted.length >= 2 && structural.some((line) => repeats(line, wanted))
}

function isExampleLine(line: string, next: string): boolean {
  if (roleMarker.test(line))
    return answerMarker.test(next) || arrow.test(line) || answerMarker.test(line.split(/\s{2,}|\|/u)[1] ?? '')
  return (arrow.test(line) && quotation.test(line)) || call.test(line)
}

function repeats(line: string, wanted: readonly string[]): boolean {
  const present = new Set(analyse(line))
  return wanted.filter((term) => present.has(term)).length / wanted.length >= 0.8
}
