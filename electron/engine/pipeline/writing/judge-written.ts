import type { Critique } from '@shared/events'
import { note, whyOf } from '@shared/note'
import type { CitedAnswer } from '@engine/answer/citations/cite'
import { writtenClaims } from '@engine/critic/claims/claims'
import { type Asked, judge } from '@engine/critic/judge'
import { coverage } from '@engine/retrieval/question/key-terms'
import { analyse } from '@engine/text/analyse'
import type { Written } from '../answering/checked-answer'

/** What says no more than that the evidence does not answer claims nothing, and has no verdict, as any refusal. */
export function judgeWritten(
  answer: CitedAnswer,
  asked: () => Asked,
  mayReturn = false,
): Pick<Written, 'critique' | 'problems'> {
  try {
    if (admitsNothingFound(answer)) return { critique: null, problems: [] }
    return { critique: judge(answer, { ...asked(), text: 'written', mayReturn }), problems: [] }
  } catch (thrown) {
    // The answer is shown unchecked.
    return { critique: null, problems: [note('check_failed', whyOf(thrown))] }
  }
}

/**
 * Whether a wider search could mend what the critic found: not where the cited passages speak of the question. What a
 * model says it did not find may be in more passages.
 */
export function needsMore(answer: CitedAnswer, critique: Critique | null, asked: () => Asked): boolean {
  if (admitsNothingFound(answer)) return true
  const { evidence } = answer
  if (critique?.evaluation.should_return_to_chief !== true) return false
  if (critique.sentences.some(({ verdict }) => verdict === 'unsupported' || verdict === 'uncited')) return true
  const cited = new Set(analyse(evidence.map(({ text }) => text).join('\n')))
  return coverage(asked().keyTerms, cited) < minCited
}

/** Share of the question's key terms. */
const minCited = 0.5

const admission =
  /\b(?:evidence|documents?|passages?|sources?|context) (?:do|does|did)(?:n['’]t| not)\b|\b(?:cannot|can['’]t|could not|couldn['’]t|unable to) (?:answer|find|tell|determine)\b|\bno (?:answer|evidence|information|mention)\b|(?:证据|文档|资料|引文)[^。]{0,12}(?:没有|未|不能|无法|不足)|(?:无法|不能)(?:回答|确定|判断)|没有(?:找到|提到|提及|说明|回答)/iu
const maxAdmissionLength = 400

/** Says plainly, and without a citation, that the evidence holds no answer. */
function admitsNothingFound({ response, evidence }: CitedAnswer): boolean {
  if (evidence.length > 0) return false
  return writtenClaims(response).length === 0 || (response.length <= maxAdmissionLength && admission.test(response))
}
