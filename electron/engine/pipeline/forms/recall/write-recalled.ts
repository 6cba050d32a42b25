import { fillIn } from '@shared/note'
import { AnswerWriter, cellWords, type CitedAnswer } from '@engine/answer/citations/cite'
import type { AnswerSentence } from '@engine/answer/sentences/extract-answer'
import { candidatesOf } from '@engine/answer/sentences/sentence-candidates'
import type { Passage } from '@engine/retrieval/passage'
import { answerLanguage, type TurnRequest } from '../../turn'
import { answerWords } from '../../wording/answer-words'
import type { AskedWords } from '../rows/write-rows'
import { writeParts } from '../rows/write-sentences'

const maxRecalledSentences = 3

interface RecalledAnswer {
  /** Answers of earlier chats, and the passages of documents. */
  readonly recalled: readonly Passage[]
  readonly passages: readonly Passage[]
  /** What of the documents answers each part of the question; empty where none does. */
  readonly parts: readonly (readonly AnswerSentence[])[]
  readonly askedWords: AskedWords
}

/** What was said in earlier chats, each under its question, then what the documents say. */
export function writeRecalled(
  request: TurnRequest,
  { recalled, passages, parts, askedWords }: RecalledAnswer,
  idOf: (passage: Passage) => string,
): CitedAnswer {
  const words = answerWords[answerLanguage(request)].recall
  const together = [...passages, ...recalled]
  const writer = new AnswerWriter(together, together.map(idOf))
  writer.say(`${words.lead}\n`)
  for (const [at, passage] of recalled.entries()) {
    const { heading_path: path, context: day } = passage.chunk
    const asked = { question: cellWords(path[0] ?? ''), day }
    writer.say(`\n- ${fillIn(day === '' ? words.asked : words.asked_on, asked)}`)
    for (const { start, end } of candidatesOf([passage]).slice(0, maxRecalledSentences)) {
      writer.quote({ passage: passages.length + at, start, end, text: passage.text.slice(start, end) })
      writer.say(' ')
    }
  }
  if (parts.length > 0) {
    writer.say(`\n\n${words.documents}\n\n`)
    writeParts(parts, writer, askedWords)
  }
  return writer.done()
}

/** The evidence id of each passage. */
export function idsIn(passages: readonly Passage[], ids: readonly string[]): (passage: Passage) => string {
  const places = new Map(passages.map((passage, at) => [passage, ids[at] ?? '']))
  return (passage) => places.get(passage) ?? ''
}
