import { fillIn } from '@shared/note'
import type { ListedDocuments } from '@shared/events'
import { aspectsOf, compare, writeComparison } from '@engine/answer/forms/comparison/compare-sides'
import type { Side, Sides } from '@engine/answer/forms/comparison/compare-rows'
import { AnswerWriter, cellWords, cite, type CitedAnswer } from '@engine/answer/citations/cite'
import { extractAnswer } from '@engine/answer/sentences/extract-answer'
import { scoreCandidates, type SentenceSearch } from '@engine/answer/sentences/score-sentences'
import { sentencesByDocument, writeSurvey } from '@engine/answer/forms/survey/survey-sentences'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { isAbsent } from '@engine/retrieval/question/absent-words'
import { answerLanguage, type PipelineRooms, type QuestionWithEvidence } from '../turn'
import { answerWords } from '../wording/answer-words'
import type { Language } from '@engine/text/language'
import { writeExtreme } from './find-extreme-row'
import type { LibrarySurvey } from './form-evidence'
import { overviewWords } from '../wording/overview-words'
import { surveyWords } from '../wording/survey-words'
import { writeOverview } from '../writing/write-overview'
import { formOf } from '@engine/question/asked-question'

type Rooms = Pick<PipelineRooms, 'answerEmbedder' | 'terms' | 'index'>

/** Where so few documents match, a list found in them is the better answer than a line from each. */
const fewDocuments = 2

/** An overview, the end of a table's column, a survey or a comparison, where the question asks for one; else null. */
export async function composeInForm(
  question: QuestionWithEvidence,
  rooms: Rooms,
  signal: AbortSignal,
): Promise<CitedAnswer | null> {
  if (question.rewrite.asked.parts.length !== 1) return null
  return (
    overviewed(question) ??
    writeExtreme(question.request, question.basis) ??
    (await surveyed(question, rooms, signal)) ??
    (await compared(question, rooms, signal))
  )
}

function overviewed({ request, basis: { retrieved, ids } }: QuestionWithEvidence): CitedAnswer | null {
  const { passages, overview } = retrieved
  if (!overview) return null
  const writer = new AnswerWriter(passages, ids.passages)
  writeOverview(overview, passages, writer, overviewWords[answerLanguage(request)])
  const answer = writer.done()
  // Where the prompt holds no passage of the overview, the other passages answer.
  return answer.evidence.length > 0 ? answer : null
}

async function compared(
  question: QuestionWithEvidence,
  rooms: Rooms,
  signal: AbortSignal,
): Promise<CitedAnswer | null> {
  const { request, rewrite, basis } = question
  const { terms, index } = rooms
  const sides = formOf(rewrite.asked, 'comparison')?.sides.map((name): Side => ({
    name,
    keyTerms: keyTermsOf(name, terms, index.statistics),
  }))
  const [left, right] = sides ?? []
  if (!left || !right) return null
  const both: Sides = [left, right]
  const search = searchIn(question, rooms, signal)
  const scored = await scoreCandidates(search, 'comparison')
  const comparison = compare(both, aspectsOf(search.keyTerms, both), scored)
  if (!comparison) return null
  const words = answerWords[answerLanguage(request)].comparison
  const writer = new AnswerWriter(basis.retrieved.passages, basis.ids.passages)
  writeComparison(comparison, both, writer, ({ name, keyTerms: own }) =>
    fillIn(own.some((term) => isAbsent(term, index.statistics)) ? words.nowhere : words.not_found, { side: name }),
  )
  return writer.done()
}

/** What the sentences of the evidence are searched for. */
function searchIn(
  { rewrite: { asked, queries }, basis }: QuestionWithEvidence,
  { answerEmbedder: embedder, terms, index: { statistics } }: Rooms,
  signal: AbortSignal,
): SentenceSearch {
  const keyTerms = keyTermsOf(asked.text, terms, statistics)
  const wordings = [asked.text, ...queries.map(({ text }) => text)]
  return { queries: wordings, keyTerms, passages: basis.retrieved.passages, embedder, statistics, signal }
}

async function surveyed(
  question: QuestionWithEvidence,
  rooms: Rooms,
  signal: AbortSignal,
): Promise<CitedAnswer | null> {
  const { request, basis } = question
  const { terms, index } = rooms
  const { retrieved, ids } = basis
  const { passages, survey } = retrieved
  if (!survey) return null
  const { topic, wants, reach, documents, groups: listed } = survey
  const language = answerLanguage(request)
  const words = surveyWords[language]
  const summary = wants === 'items' ? words.from(reach) : words.mention(topic, reach)
  if (documents.length === 0) {
    return wants === 'documents' ? { response: noneMention(survey, language), refs: [], evidence: [] } : null
  }
  if (wants === 'items' && reach.matching <= fewDocuments) {
    const found = await extractAnswer(searchIn(question, rooms, signal), question.rewrite.asked.type)
    const matching = new Set(documents.flatMap((document) => document.passages.map(({ chunk }) => chunk.doc_id)))
    const own = found.filter(({ passage }) => matching.has(passages[passage]?.chunk.doc_id ?? ''))
    if (own.filter(({ listItem }) => listItem).length > 1) {
      const list = cite(own, passages, ids.passages)
      return { ...list, response: `${list.response}\n\n${summary}` }
    }
  }
  const keyTerms = keyTermsOf(topic, terms, index.statistics)
  const places = new Map(passages.map(({ chunk }, at) => [chunk.id, at]))
  const quoted = documents.flatMap(({ title, passages: own, copies = 1 }) => {
    const inPrompt = own.flatMap(({ chunk }) => places.get(chunk.id) ?? [])
    const said = copies > 1 ? words.copied(title, copies) : title
    const wish = { keyTerms, language, all: wants === 'items' }
    return sentencesByDocument([{ title: said, passages: inPrompt }], passages, wish).map((sentences) => {
      return { ...sentences, copies, id: own[0]?.chunk.doc_id }
    })
  })
  const writer = new AnswerWriter(passages, ids.passages)
  writer.say(`${summary}\n`)
  writeSurvey(quoted, reach.matching - quoted.reduce((sum, { copies }) => sum + copies, 0), writer, {
    ...words,
    more: (count) => words.more(count, reach.complete),
  })
  for (const notice of howSearched(survey, language)) writer.say(`\n\n${notice}`)
  return { ...writer.done(), listed: listed && quotedFirst(listed, new Set(quoted.map(({ id }) => id))) }
}

/** What is said where no document mentions what is asked about. */
export function noneMention(survey: LibrarySurvey, language: Language): string {
  return [surveyWords[language].mention(survey.topic, survey.reach), ...howSearched(survey, language)].join('\n\n')
}

/** That documents were searched by their text, for which words, and which of them could not be. */
function howSearched({ searched, limited, unsearched, reach }: LibrarySurvey, language: Language): string[] {
  const { catalogue: words, marks } = answerWords[language]
  if (!searched) return []
  const looked = searched.map((query) => fillIn(words.quoted, { words: cellWords(query) })).join(marks.or)
  const names = (unsearched ?? []).map(cellWords).join(marks.comma)
  const left = reach.failed - (unsearched?.length ?? 0)
  return [
    fillIn(limited ? words.searched_within : words.searched, { words: looked, conditions: limited ?? '' }),
    ...(names
      ? [fillIn(words.unsearched, { names: left > 0 ? fillIn(words.names_more, { names, count: left }) : names })]
      : []),
  ]
}

/** The documents that are quoted before the others. */
function quotedFirst({ groups, ...others }: ListedDocuments, quoted: ReadonlySet<string | undefined>): ListedDocuments {
  const isQuoted = ([id]: readonly string[]) => quoted.has(id)
  const first = groups.filter(isQuoted)
  return { ...others, groups: [...first, ...groups.filter((group) => !isQuoted(group))], named: first.length }
}
