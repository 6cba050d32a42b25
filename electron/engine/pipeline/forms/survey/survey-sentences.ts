import { coverage, type KeyTerm } from '@engine/retrieval/question/key-terms'
import type { Passage } from '@engine/retrieval/passage'
import { mentioned } from '@engine/retrieval/survey-documents'
import { analyse } from '@engine/text/analyse'
import { detectLanguage, type Language } from '@engine/text/language'
import { type Candidate, candidatesOf } from '@engine/answer/sentences/sentence-candidates'
import type { AnswerWriter, Quote } from '@engine/answer/citations/cite'

/** A document that matches, and which of the passages are its. */
export interface SurveyedDocument {
  readonly title: string
  readonly passages: readonly number[]
}

const maxShown = 20
const maxOfOneDocument = 6
/** What a sentence stands under helps it less than what it says. */
const aboutWeight = 0.3
/** The head of a table or the line before a list says little by itself. */
const alone = 0.5
/** A further sentence of a document must say nearly as much of what was asked as its best. */
const near = 0.9

interface Listed {
  readonly title: string
  readonly quotes: readonly Quote[]
}

/** What sentences of documents are listed for. */
interface SurveyWish {
  readonly keyTerms: readonly KeyTerm[]
  readonly language: Language
  /** Every sentence of a document that says as much as its best. */
  readonly all: boolean
}

/** The best sentence of each document, or all that say as much. */
export function sentencesByDocument(
  documents: readonly SurveyedDocument[],
  passages: readonly Passage[],
  { keyTerms, language, all }: SurveyWish,
): Listed[] {
  return documents.flatMap(({ title, passages: own }) => {
    const candidates = own.flatMap((at) => {
      const passage = passages[at]
      return passage ? candidatesOf([passage]).map((candidate) => ({ ...candidate, passage: at })) : []
    })
    // Passages may overlap, so that one sentence stands in two of them.
    const said = new Map(candidates.toReversed().map((candidate) => [candidate.text, candidate]))
    // The header row of a table is no item; where the table has no other rows, it is all there is.
    const rows = [...said.values()].filter(({ heads }) => !heads)
    const distinct = all && rows.length > 0 ? rows : [...said.values()]
    const ranked = distinct
      .map((candidate) => ({ candidate, score: scoreOf(candidate, keyTerms, language) }))
      .toSorted((a, b) => b.score - a.score)
    const [best] = ranked
    if (!best) return []
    const chosen = all ? ranked.filter(({ score }) => score >= best.score * near).slice(0, maxOfOneDocument) : [best]
    const quotes = chosen.map(({ candidate }) => candidate)
    return [{ title, quotes: quotes.toSorted((a, b) => a.passage - b.passage || a.start - b.start) }]
  })
}

/** Writes each sentence on a line of its own behind its document's name; says how many are not shown. */
export function writeSurvey(
  listed: readonly Listed[],
  notListed: number,
  writer: AnswerWriter,
  words: { within(title: string): string; more(count: number): string },
): void {
  const lines = listed.flatMap(({ title, quotes }) => quotes.map((quote) => ({ title, quote })))
  for (const { title, quote } of lines.slice(0, maxShown)) {
    writer.say(`\n- ${words.within(title)}`)
    writer.quote(quote)
  }
  const more = Math.max(0, lines.length - maxShown) + notListed
  if (more > 0) writer.say(`\n\n${words.more(more)}`)
}

function scoreOf(
  { text, about, heads, announces }: Candidate,
  keyTerms: readonly KeyTerm[],
  language: Language,
): number {
  const terms = analyse(text)
  const own = mentioned(keyTerms, terms.join(' '))
  const wide = coverage(keyTerms, new Set([...terms, ...analyse(about)]))
  // Of sentences that say equally much, one in the question's language.
  const score = own + aboutWeight * wide + (detectLanguage(text) === language ? 0.02 : 0)
  return heads || announces ? score * alone : score
}
