import type { TextQuery } from '../ports/chunk-index'
import { analyse } from '../text/analyse'
import { isStopTerm, withoutQuestionWords } from '../text/stop-words'

const quoted = /"([^"]{1,200})"|“([^”]{1,200})”|「([^」]{1,200})」|《([^》]{1,200})》/gu
/** A digit after the sign makes it a number: -20 °C excludes nothing. */
const minus = /(?:^|\s)[-−]([\p{L}_][\p{L}\p{N}_.-]*)/gu
const mostTerms = 64
const mostPhrases = 8

/**
 * Reads a question as a full-text query: quoted parts are phrases, `-word` excludes, everything else may match. Grammar
 * words are left out unless nothing else remains. No character of the question is ever query syntax for the store.
 */
export function toTextQuery(question: string): TextQuery {
  const phrases: string[][] = []
  const excluded: string[] = []
  const rest = question
    .replaceAll(quoted, (_match, ...groups: (string | undefined)[]) => {
      const phrase = groups.slice(0, 4).find((group) => group !== undefined) ?? ''
      const terms = analyse(phrase)
      // A one-word quotation is emphasis; as an adjacent run it would say nothing more.
      if (terms.length > 1 && !/《/u.test(_match)) phrases.push(terms)
      return ` ${phrase} `
    })
    .replaceAll(minus, (_match, word: string) => {
      excluded.push(...analyse(word))
      return ' '
    })
  const all = analyse(withoutQuestionWords(rest))
  const content = all.filter((term) => !isStopTerm(term))
  const terms = content.length > 0 ? content : analyse(rest)
  return {
    terms: [...new Set(terms)].slice(0, mostTerms),
    phrases: phrases.slice(0, mostPhrases),
    excluded: excluded.slice(0, mostTerms),
  }
}

/** The question without its `-word` parts: what it is about. */
export function withoutExclusions(question: string): string {
  return question.replaceAll(minus, ' ')
}
