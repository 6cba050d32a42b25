import type { TextQuery } from '@engine/ports/storage/chunk-index'
import { analyse, analysePhrase } from '@engine/text/analyse'
import { isStopTerm, withoutQuestionWords } from '@engine/text/english/stop-words'

const quotation = '"([^"]{1,200})"|＂([^＂]{1,200})＂|“([^”]{1,200})”|「([^」]{1,200})」|『([^』]{1,200})』'
const quoted = new RegExp(`${quotation}|《([^》]{1,200})》`, 'gu')
/** A minus before a word or a quotation. Before a digit (-20 °C) or a lone letter (-v) it excludes nothing. */
const minus = new RegExp(`(?<=^|\\s)[-−－](?:${quotation}|([\\p{L}_][\\p{L}\\p{N}_.-]+|\\p{Script=Han}))`, 'gu')
const maxTerms = 64
const maxPhrases = 8

/**
 * Reads a question as a full-text query: quoted parts are phrases, `-word` and `-"some words"` exclude, the rest may
 * match. Grammar words count only where nothing else is left. No character is ever syntax for the store.
 */
export function toTextQuery(question: string): TextQuery {
  const phrases: string[][] = []
  const excluded: string[] = []
  const rest = question
    .replaceAll(minus, (_match, ...groups: (string | undefined)[]) => {
      // One run for one exclusion: -TKT-1042 must not exclude every ticket.
      const run = analysePhrase(firstOf(groups)).join(' ')
      if (run) excluded.push(run)
      return ' '
    })
    .replaceAll(quoted, (match, ...groups: (string | undefined)[]) => {
      const phrase = firstOf(groups)
      const terms = analysePhrase(phrase)
      // A one-word quotation is emphasis; as an adjacent run it would say nothing more.
      if (terms.length > 1 && !match.startsWith('《')) phrases.push(terms)
      return ` ${phrase} `
    })
  const all = analyse(withoutQuestionWords(rest))
  const content = all.filter((term) => !isStopTerm(term))
  const terms = content.length > 0 ? content : analyse(rest)
  return {
    terms: [...new Set(terms)].slice(0, maxTerms),
    phrases: phrases.slice(0, maxPhrases),
    excluded: excluded.slice(0, maxTerms),
  }
}

/** What the one group that took part in a match holds. */
function firstOf(groups: readonly unknown[]): string {
  const found = groups.find((group) => group !== undefined)
  return typeof found === 'string' ? found : ''
}

/** The question without its `-word` parts: what it is about. */
export function withoutExclusions(question: string): string {
  return question.replaceAll(minus, ' ')
}

/** The question with everything that is meant letter for letter (quotations, code, `-word`) blanked; offsets stay. */
export function withoutLiterals(question: string): string {
  const blank = (match: string) => ' '.repeat(match.length)
  return question
    .replaceAll(/`[^`]*`/gu, blank)
    .replaceAll(minus, blank)
    .replaceAll(quoted, blank)
}
