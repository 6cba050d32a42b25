import { contentTermsOf } from '@engine/graph/search/question-words'
import type { GraphQuestion } from '@engine/ports/graph/graph-search'

/** A question as the graph is asked it; `frequency` says in how many chunks a term stands, in one each by default. */
export function graphQuestion(text: string, frequency: (term: string) => number = () => 1): GraphQuestion {
  return { text, terms: new Map(contentTermsOf(text).map((term) => [term, frequency(term)])) }
}
