import { analyse } from '@engine/text/analyse'
import { tagEnglish } from '@engine/text/english/tag-english'
import { isKindOf } from '@engine/text/english/kind-of'
import type { AnswerTypeCheck } from './quoted'

/** "Do you rent out generators?", "Is there a sauna?": whether there is such a thing at all. */
const asksOffer =
  /^\W*(?:(?:do|does|did)\s+(?:you|they|we|it|he|she|the \p{L}+)\s+(?:(?:also|still|even)\s+)?(?:have|own|rent|hire|sell|offer|stock|provide|supply|lend|serve)(?:\s+out)?|(?:is|are|was|were)\s+there)\s+(.{3,60})/iu

/** Whether such a thing exists: a text without its noun, or a noun for a kind of it, does not answer that. */
export const offerCheck: AnswerTypeCheck = (question) => {
  const noun = headOf(asksOffer.exec(question)?.[1] ?? '')
  if (noun === null) return null
  const stems = analyse(noun)
  return (quoted) => {
    const words = new Set(quoted.flatMap(({ passage }) => passage.toLowerCase().match(/\p{L}{3,}/gu) ?? []))
    const terms = new Set(quoted.flatMap(({ passage }) => analyse(passage)))
    if (stems.every((stem) => terms.has(stem)) || /\p{Script=Han}/u.test([...words].join(''))) return true
    return [...words].some((word) => isKindOf(word, noun))
  }
}

/** The last noun before anything else: of "electric generators for parties" the generators. */
function headOf(phrase: string): string | null {
  const { words, tags } = tagEnglish(phrase)
  let head: string | null = null
  for (const [at, word] of words.entries()) {
    const tag = tags[at]
    if (tag === 'NOUN' || tag === 'PROPN') head = word.toLowerCase()
    else if (head !== null || (tag !== 'DET' && tag !== 'ADJ' && tag !== 'NUM')) break
  }
  return head
}
