import { contentTermsOf } from '../../electron/graph/question-words'
import type { GraphQuestion } from '../../electron/ports/graph-search'

/** A question as the graph is asked it; `frequency` says in how many chunks a term stands, in one each by default. */
export function graphQuestion(text: string, frequency: (term: string) => number = () => 1): GraphQuestion {
  return { text, terms: new Map(contentTermsOf(text).map((term) => [term, frequency(term)])) }
}
