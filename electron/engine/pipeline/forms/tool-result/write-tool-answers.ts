import { fillIn } from '@shared/note'
import type { ToolRun } from '@shared/tools/tool-run'
import { AnswerWriter, cellWords, type CitedAnswer } from '@engine/answer/citations/cite'
import type { AnswerSentence } from '@engine/answer/sentences/extract-answer'
import type { Language } from '@engine/text/language'
import type { AskedQuestion, AskedPart } from '@engine/question/asked-question'
import type { Passage } from '@engine/retrieval/passage'
import type { ToolAnswer } from '../../turn'
import { answerWords } from '../../wording/answer-words'
import type { AskedWords } from '../rows/write-rows'
import { writeParts } from '../rows/write-sentences'

interface ToolAnswers {
  readonly answers: readonly ToolAnswer[]
  /** What of the documents answers the other parts of the question; empty where there are none. */
  readonly parts: readonly (readonly AnswerSentence[])[]
  readonly askedWords: AskedWords
  readonly language: Language
}

/** The parts of a question that no tool has answered. */
export function partsLeft({ parts }: AskedQuestion, answers: readonly ToolAnswer[]): readonly AskedPart[] {
  if (answers.length >= parts.length) return []
  const asked = new Set(answers.map(({ run }) => run.question))
  return parts.filter(({ text }) => !asked.has(text))
}

/** A tool of Cairn's that no row answered, which may not be where the answer stands. Whoever calls it by name asks nobody else. */
export function foundNothing({
  run: { server, state, table, question },
}: {
  readonly run: Pick<ToolRun, 'server' | 'state' | 'table' | 'question'>
}): boolean {
  return server === undefined && state === 'done' && table?.total === 0 && !question.startsWith('@')
}

/** What tools gave, word for word, each with its table, and then what documents say to the rest; sentences count by `passages`. */
export function writeToolAnswers(
  { answers, parts, askedWords, language }: ToolAnswers,
  passages: readonly Passage[],
  idOf: (passage: Passage) => string,
): CitedAnswer {
  const writer = new AnswerWriter(passages, passages.map(idOf))
  const places = new Map(passages.map(({ chunk }, at) => [chunk.id, at]))
  for (const [at, answer] of answers.entries()) {
    if (at > 0) writer.say('\n\n')
    writeToolAnswer(answer, { writer, places, passages }, language)
  }
  if (parts.length > 0) {
    writer.say('\n\n')
    writeParts(parts, writer, askedWords)
  }
  const written = writer.done()
  // That a tool could not do it is no answer.
  return answers.some(({ result }) => result !== null) ? { ...written, outcome: 'answer' } : written
}

/** Where an answer is being written, and the passages it may cite. */
interface Writing {
  readonly writer: AnswerWriter
  readonly passages: readonly Passage[]
  /** Where a passage stands among them, by its chunk's id. */
  readonly places: ReadonlyMap<string, number>
}

function writeToolAnswer({ run, result, rows }: ToolAnswer, writing: Writing, language: Language): void {
  const { writer, places } = writing
  const words = answerWords[language].tool
  const passage = result === null ? undefined : places.get(result)
  if (run.state === 'needs_consent') {
    // Names, which have no marks in them: a title is whatever the other program wants to be called.
    writer.say(fillIn(words.not_allowed, { tool: run.tool, server: run.server ?? '' }))
    return
  }
  if (passage === undefined) {
    const why = [run.error?.message, run.error?.action].filter(Boolean).join(' ')
    writer.say(fillIn(words.failed, { title: run.title, why }).trim())
    return
  }
  const { text = '', notes = [], table } = run
  writer.quote({ passage, start: 0, end: text.length, text })
  if (table && rows.length > 0) {
    writer.say(`\n\n| ${table.columns.map(cellWords).join(' | ')} |\n|${'---|'.repeat(table.columns.length)}`)
    for (const row of rows) writeRow(row, writing)
    if (table.total > rows.length) writer.say(`\n\n${fillIn(words.more_rows, { count: table.total - rows.length })}`)
  }
  for (const one of notes) writer.say(`\n\n${cellWords(one)}`)
}

/** A row bears the mark of the place it stands in; one worked out of many rows bears none: its figures stand in the result. */
function writeRow({ cells, passage }: ToolAnswer['rows'][number], { writer, passages, places }: Writing): void {
  const own = passage === null ? undefined : places.get(passage)
  const text = own === undefined ? '' : (passages[own]?.text ?? '')
  // What the document writes otherwise than the table bears no mark.
  const last = cells.findLastIndex((cell) => cell.trim() !== '' && text.includes(cell))
  writer.say('\n|')
  for (const [at, cell] of cells.entries()) {
    writer.say(' ')
    const start = text.lastIndexOf(cell)
    if (at !== last || own === undefined) writer.say(cellWords(cell))
    else writer.quote({ passage: own, start, end: start + cell.length, text: cell }, 'cell')
    writer.say(' |')
  }
}
