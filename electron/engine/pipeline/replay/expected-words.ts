import { type KeyTerm, keyTermsOf } from '@engine/retrieval/question/key-terms'
import { mentioned } from '@engine/retrieval/survey-documents'
import { toSearchColumn } from '@engine/text/analyse'
import type { PipelineRooms } from '../turn'

/** Share of the expected key terms a text must hold where it does not hold the words as they are. */
const nearlyAll = 0.85
/** One common word is in every text; only several together say the same. */
const minTelling = 3

/** Tells which texts say what was expected of an answer. */
export interface ExpectedWords {
  /** `search` is the text's analysed terms joined by spaces, where they are more than those of the text itself. */
  inText(text: string, search?: string): boolean
  /** An answer's first line is read with its question: "Gu Haoran" says who the manager is where that was asked. */
  inAnswer(answer: string, question: string): boolean
}

/** A text says the expected words as they are, or nearly all of their key terms in either language and every number. */
export function expectedWords(
  expected: string,
  { index, terms }: Pick<PipelineRooms, 'index' | 'terms'>,
): ExpectedWords {
  const wanted = folded(expected)
  const keyTerms = keyTermsOf(expected, terms, index.statistics)
  const isTelling = keyTerms.length >= minTelling

  function inText(text: string, search = toSearchColumn(text)): boolean {
    if (wanted !== '' && folded(text).includes(wanted)) return true
    return isTelling && saysNearlyAll(keyTerms, search)
  }

  function inAnswer(marked: string, question: string): boolean {
    const answer = withoutMarks(marked)
    if (inText(answer)) return true
    if (!isTelling) return false
    const asked = toSearchColumn(question)
    const answering = keyTerms.filter((term) => mentioned([term], asked) < 1)
    const [first = ''] = answer.trim().split('\n')
    return answering.length > 0 && saysNearlyAll(answering, toSearchColumn(first))
  }

  return { inText, inAnswer }
}

function saysNearlyAll(keyTerms: readonly KeyTerm[], search: string): boolean {
  const numbers = keyTerms.filter(({ surface }) => /^\d+(?:\.\d+)?$/u.test(surface))
  // However much else is said: another number is another statement.
  if (numbers.length > 0 && mentioned(numbers, search) < 1) return false
  return mentioned(keyTerms, search) >= nearlyAll
}

/** White space does not count: answers join the lines of a passage. Nor do citation marks. */
function folded(text: string): string {
  return withoutMarks(text).normalize('NFKC').toLowerCase().replace(/\s+/gu, '')
}

function withoutMarks(text: string): string {
  return text.replace(/\[\d+\]/gu, '')
}
