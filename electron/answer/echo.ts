import { analyse } from '../text/analyse'
import { contentCharacters } from '../retrieval/together'
import { foldHan } from '../text/han-fold'
import { isStopTerm } from '../text/stop-words'

const yesOrNo =
  /^(?:is|are|am|was|were|do|does|did|has|have|had|can|could|may|might|must|shall|should|will|would)\b|[吗嗎么][？?]?\s*$|是否|是不是|有没有|能不能|可不可以|会不会/iu
const choice = /\bor\b|\bwhich of\b|还是/iu
const isHan = /\p{Script=Han}/u
const han = /\p{Script=Han}/gu

/**
 * Tells of sentences whether they only say a question's words again: the caption of a datasheet has all words of a question about
 * it and answers none. A question that asks whether something is so, or which of two, may be answered in its own words.
 */
export function echoOf(question: string): (text: string, terms: ReadonlySet<string>) => boolean {
  if (yesOrNo.test(question.trim()) || choice.test(question)) return () => false
  const asked = new Set(analyse(question))
  const characters = contentCharacters(question)
  return (text, terms) => {
    const said = foldHan(text).match(han) ?? []
    if (said.some((character) => !characters.has(character))) return false
    return [...terms].every((term) => isStopTerm(term) || asked.has(term) || isHan.test(term))
  }
}
