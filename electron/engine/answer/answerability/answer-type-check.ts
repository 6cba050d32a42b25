import type { Passage } from '@engine/retrieval/passage'
import { candidatesOf } from '../sentences/sentence-candidates'
import type { AnswerSentence } from '../sentences/extract-answer'
import { isOpenQuestion } from '../sentences/question-type'
import { ageCheck } from './age'
import { contactCheck } from './contact'
import { countCheck, frequencyCheck } from './count'
import { offerCheck } from './offer'
import { personCheck } from './person'
import { priceCheck } from './price'
import type { AnswerTypeCheck, Quoted } from './quoted'
import { yearCheck } from './year'

const checks: readonly AnswerTypeCheck[] = [
  priceCheck,
  ageCheck,
  contactCheck,
  countCheck,
  frequencyCheck,
  personCheck,
  yearCheck,
  offerCheck,
]

/** Tells whether sentences hold the kind of thing that is asked for (a sum for a price) and do not only speak of it. */
export function answerTypeCheck(
  question: string,
  passages: readonly Passage[],
): (sentences: readonly AnswerSentence[]) => boolean {
  const judges = isOpenQuestion(question) ? [] : checks.flatMap((check) => check(question) ?? [])
  if (judges.length === 0) return () => true
  // Passages are cut into sentences once, however many are judged one by one.
  let known: ReadonlyMap<string, string> | undefined
  const aboutOf = ({ passage, start }: AnswerSentence) => {
    known ??= new Map(candidatesOf(passages).map((one) => [`${one.passage} ${one.start}`, one.about]))
    return known.get(`${passage} ${start}`) ?? ''
  }
  return (sentences) => {
    if (sentences.length === 0) return true
    const quoted = sentences.map((one): Quoted => ({
      text: one.text,
      about: aboutOf(one),
      passage: wholeOf(passages[one.passage]),
    }))
    return judges.every((judge) => judge(quoted))
  }
}

function wholeOf(passage: Passage | undefined): string {
  if (!passage) return ''
  const { title, doc_name: name, heading_path: path } = passage.chunk
  return [title, name, ...path, passage.text].join('\n')
}
