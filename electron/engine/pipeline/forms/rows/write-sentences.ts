import { AnswerWriter, cellWords, type CitedAnswer } from '@engine/answer/citations/cite'
import type { Passage } from '@engine/retrieval/passage'
import type { AskedQuestion } from '@engine/question/asked-question'
import { coverage, keyTermsOf } from '@engine/retrieval/question/key-terms'
import { analyse } from '@engine/text/analyse'
import type { Language } from '@engine/text/language'
import type { PipelineRooms } from '../../turn'
import { type ColumnName, columnNames } from './mail-columns'
import { type AskedWords, type Rows, rowsIn, type Said, writeRows } from './write-rows'

/** Of a table, which columns and rows a question names; of a list all that there are. */
export function askedColumns(
  question: Pick<AskedQuestion, 'text' | 'type'>,
  { terms, index }: Pick<PipelineRooms, 'terms' | 'index'>,
): AskedWords {
  if (question.type === 'list') return () => []
  const keyTerms = keyTermsOf(question.text, terms, index.statistics)
  return (text) => {
    const said = new Set(analyse(text))
    return keyTerms.filter((term) => coverage([term], said) >= 0.99).map(({ surface }) => surface)
  }
}

/** What answers each part of a question as one response, each sentence and row with its `[N]`; all words are the documents'. */
export function cite(
  parts: readonly (readonly Said[])[],
  { passages, ids }: { readonly passages: readonly Passage[]; readonly ids: readonly string[] },
  askedWords: AskedWords,
  language: Language = 'en',
): CitedAnswer {
  const writer = new AnswerWriter(passages, ids)
  writeParts(parts, writer, askedWords, columnNames(passages, language))
  return writer.done()
}

export function writeParts(
  parts: readonly (readonly Said[])[],
  writer: AnswerWriter,
  askedWords: AskedWords,
  nameOf: ColumnName = asWritten,
): void {
  for (const [at, part] of parts.entries()) {
    if (at > 0) writer.say(apart)
    writeSentences(part, writer, askedWords, nameOf)
  }
}

const asWritten: ColumnName = (label) => label
const apart = '\n\n'
/** What stands between two of a kind. */
const between = { lead: apart, sentence: ' ', item: '\n', rows: apart }
type Form = keyof typeof between

/** Sentences with their marks, a short answer apart from what it rests on; rows of a table as one, by the columns asked for. */
export function writeSentences(
  all: readonly Said[],
  writer: AnswerWriter,
  askedWords: AskedWords,
  nameOf: ColumnName,
): void {
  const said = withoutBareValue(all)
  const short = said.find((one) => one.short)
  let at = 0
  let before: Form | null = null
  for (let one = said[0]; one; one = said[at]) {
    const rows = rowsIn(said.slice(at), askedWords, short)
    const form: Form = rows ? 'rows' : one.listItem ? 'item' : one === short ? 'lead' : 'sentence'
    if (before) writer.say(before === form ? between[form] : apart)
    if (form === 'item') writer.say('- ')
    if (one === short) writer.say(labelOf(short, rowsIn(said.slice(at + 1), askedWords, short), nameOf))
    if (rows) writeRows(rows, writer, nameOf)
    else writer.quote(one)
    before = form
    at += rows?.count ?? 1
  }
}

/** What a number alone is, where it is a table's cell. */
function labelOf({ text, passage }: Said, rows: Rows | null, nameOf: ColumnName): string {
  const own = rows?.answers?.replace(/^[^\p{L}\p{N}]+/u, '')
  const label = own === undefined || /\p{L}/u.test(text) ? undefined : nameOf(own, passage)
  return label ? `${cellWords(label)}${/\p{Script=Han}/u.test(label) ? '：' : ': '}` : ''
}

/** A value says less than the words that name it: behind "Door code: 7741" there is nothing to lead with. */
function withoutBareValue(said: readonly Said[]): readonly Said[] {
  const [short, sentence] = said
  if (!short?.short || !sentence) return said
  const [name, value = ''] = sentence.text.split(/(?<=^[^:：]{1,60}[:：])\s*/u)
  return name !== sentence.text && value.replace(/[.。]$/u, '') === short.text ? said.slice(1) : said
}
