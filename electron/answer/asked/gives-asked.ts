import type { Passage } from '../../retrieval/passage'
import { candidatesOf } from '../candidates'
import type { AnswerSentence } from '../extract'
import { isOpenQuestion } from '../question-type'
import { givesAge } from './age'
import { givesCount } from './count'
import { givesOffer } from './offer'
import { givesPerson } from './person'
import { givesPrice } from './price'
import type { Demand, Quoted } from './quoted'
import { givesYear } from './year'

const demands: readonly Demand[] = [givesPrice, givesAge, givesCount, givesPerson, givesYear, givesOffer]

/**
 * Whether sentences about to be shown give the kind of thing that a question asks for: an amount of money for a price, a name for
 * the holder of a role, a number beside what is counted. Sentences that are only about the thing are no answer, however much of the
 * question they have. True where the question asks for nothing of these.
 */
export function givesAsked(
  question: string,
  sentences: readonly AnswerSentence[],
  passages: readonly Passage[],
): boolean {
  if (sentences.length === 0 || isOpenQuestion(question)) return true
  const judges = demands.flatMap((demand) => demand(question) ?? [])
  if (judges.length === 0) return true
  const quoted = quotedOf(sentences, passages)
  return judges.every((judge) => judge(quoted))
}

function quotedOf(sentences: readonly AnswerSentence[], passages: readonly Passage[]): Quoted[] {
  const candidates = candidatesOf(passages)
  return sentences.map(({ passage, start, text }) => {
    const own = passages[passage]
    const about = candidates.find((one) => one.passage === passage && one.start === start)?.about ?? ''
    const { title = '', doc_name: name = '', heading_path: path = [] } = own?.chunk ?? {}
    return { text, about, passage: [title, name, ...path, own?.text ?? ''].join('\n') }
  })
}
