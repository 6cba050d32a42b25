import type { ListedDocuments } from '@shared/events'
import { fillIn } from '@shared/note'
import { AnswerWriter, cellWords, type CitedAnswer } from '@engine/answer/citations/cite'
import { extractAnswer } from '@engine/answer/sentences/extract-answer'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import type { Language } from '@engine/text/language'
import { answerLanguage, type QuestionWithEvidence } from '../../turn'
import { answerWords } from '../../wording/answer-words'
import type { LibrarySurvey } from '../form-evidence'
import { cite } from '../rows/write-sentences'
import { searchIn, type SearchRooms } from '../../answering/answer-part'
import { sentencesByDocument, writeSurvey } from './survey-sentences'
import { surveyWords } from './survey-words'

/** Where so few documents match, a list found in them is the better answer than a line from each. */
const fewDocuments = 2

/** What each document that matches says; null where the question asks for no survey, or nothing is to be listed. */
export async function composeSurvey(
  question: QuestionWithEvidence,
  rooms: SearchRooms,
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
      const list = cite([own], { passages, ids: ids.passages }, () => [], language)
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
