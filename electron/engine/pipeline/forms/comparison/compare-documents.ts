import { fillIn } from '@shared/note'
import type { SearchFilter } from '@shared/documents'
import { AnswerWriter, cellWords, type CitedAnswer, type Quote } from '@engine/answer/citations/cite'
import { type Scored, scoreCandidates } from '@engine/answer/sentences/score-sentences'
import type { AskedQuestion } from '@engine/question/asked-question'
import { plainName, standsIn } from '@engine/retrieval/find-document'
import { coverage, type KeyTerm, keyTermsOf } from '@engine/retrieval/question/key-terms'
import { analyse } from '@engine/text/analyse'
import type { SearchRooms } from '../../answering/answer-part'
import { answerLanguage, type QuestionWithEvidence } from '../../turn'
import { answerWords } from '../../wording/answer-words'

export interface NamedDocument {
  readonly id: string
  /** Of its file, with the ending. */
  readonly name: string
  readonly title: string
}

/** Two documents that a question sets beside each other. */
export interface ComparedDocuments<T extends NamedDocument> {
  readonly documents: readonly [T, T]
  /** The question without their names: in what they are compared. */
  readonly about: string
}

const compares =
  /\bcompar\w+|\bdiffer\w*|\bcontrasts?\b|\bversus\b|\bvs\b|比较|对比|区别|差异|差别|不同|异同|相同|相比/iu
/** What is asked of documents, not about: "what do both files say". */
const besides =
  /^(?:compar\p{L}*|differ\p{L}*|contrast\p{L}*|versus|vs|two|both|each|documents?|files?|papers?|texts?|says?|said|tells?|mentions?|比较|对比|区别|差异|差别|不同|异同|相同|相比|两[份个篇者本]?|[份个篇本]|文件|文档|文章|资料|各自|分别|说|讲|提到|内容)$/iu
const quoted = /[《“"「]([^》”"」]{1,120})[》”"」]/gu
/** A file's name without its ending that nobody uses for anything else. */
const isDistinct = /\d|[\p{L}\d][-_ ]+[\p{L}\d]|\p{Script=Han}{4}/u
/** What a file's name ends with. */
const extension = /\.[A-Za-z]\w{0,4}(?!\w)/u
const mostRows = 3
/** A sentence must come this near to the best of its document. */
const near = 0.6

/**
 * The two documents that a question names, or that it is limited to where it compares; null where there are no two. In the order
 * in which they are named or chosen.
 */
export function documentsCompared<T extends NamedDocument>(
  { text, parts }: Pick<AskedQuestion, 'text' | 'parts'>,
  filter: SearchFilter | undefined,
  documents: readonly T[],
): ComparedDocuments<T> | null {
  if (parts.length !== 1) return null
  const named = namedIn(text, documents)
  const [first, second] = named
  if (named.length === 2 && first && second) {
    const about = `${text.slice(0, first.start)} ${text.slice(first.end, second.start)} ${text.slice(second.end)}`
    return { documents: [first.document, second.document], about }
  }
  const ids = [...new Set(filter?.documents)]
  const [left, right] = ids.map((id) => documents.find((one) => one.id === id))
  if (named.length > 0 || ids.length !== 2 || !left || !right || !compares.test(text)) return null
  return { documents: [left, right], about: text }
}

interface NamedAt<T> {
  readonly document: T
  /** UTF-16 units of the question. */
  readonly start: number
  readonly end: number
}

/** Documents whose names stand in a text, in its order. Of names that overlap the longest counts. */
function namedIn<T extends NamedDocument>(text: string, documents: readonly T[]): NamedAt<T>[] {
  const lower = text.toLowerCase()
  const isComparing = compares.test(text)
  const marked = [...text.matchAll(quoted)].map(({ 0: whole, 1: name = '', index }) => {
    return { name: plainName(name), start: index, end: index + whole.length }
  })
  // Most questions name no document, and going through all of them takes its time.
  if (!isComparing && marked.length === 0 && !extension.test(text)) return []
  const found = documents.flatMap((document): NamedAt<T>[] => {
    const stem = document.name.replace(/\.\w{1,5}$/u, '')
    const inMarks = marked.find(({ name }) => [document.name, document.title].some((own) => plainName(own) === name))
    if (inMarks) return [{ document, start: inMarks.start, end: inMarks.end }]
    const words =
      stem === document.name || (isComparing && isDistinct.test(stem)) ? [document.name, stem] : [document.name]
    const said = words.find((word) => standsIn(lower, word.toLowerCase()) >= 0)
    if (said === undefined) return []
    const start = standsIn(lower, said.toLowerCase())
    return [{ document, start, end: start + said.length }]
  })
  const longest = found.toSorted((a, b) => b.end - b.start - (a.end - a.start))
  const apart: NamedAt<T>[] = []
  for (const one of longest) if (!apart.some(({ start, end }) => one.start < end && start < one.end)) apart.push(one)
  return apart.toSorted((a, b) => a.start - b.start)
}

/** In what two documents are compared; empty where they are as wholes. */
export function aspectsCompared(
  { documents, about }: ComparedDocuments<NamedDocument>,
  { terms, index: { statistics } }: Pick<SearchRooms, 'terms' | 'index'>,
): KeyTerm[] {
  const names = documents.map(({ name, title }) => new Set(analyse(`${plainName(name)} ${title}`)))
  // "The two handbooks": what both are called says which documents are meant.
  const isOfBoth = ({ alternatives }: KeyTerm) =>
    alternatives[0]?.every((term) => names.every((own) => own.has(term))) ?? false
  return keyTermsOf(about, terms, statistics).filter((term) => !besides.test(term.surface) && !isOfBoth(term))
}

/** What each of two documents says about the same, side by side; null where the question compares none. */
export async function composeDocumentComparison(
  { request, rewrite: { asked }, basis }: QuestionWithEvidence,
  rooms: SearchRooms,
  signal: AbortSignal,
): Promise<CitedAnswer | null> {
  const { passages } = basis.retrieved
  const known = new Map(passages.map(({ chunk: { doc_id: id, doc_name: name, title } }) => [id, { id, name, title }]))
  const compared = documentsCompared(asked, request.filter, [...known.values()])
  if (!compared) return null
  const keyTerms = aspectsCompared(compared, rooms)
  const queries = [keyTerms.length > 0 ? compared.about : asked.text]
  const { answerEmbedder: embedder, index } = rooms
  const search = { queries, keyTerms, passages, embedder, statistics: index.statistics, signal }
  const scored = await scoreCandidates(search, 'comparison')
  const told = ({ id }: NamedDocument): Quote[] => {
    const own = scored.filter((one) => passages[one.passage]?.chunk.doc_id === id && speaks(one))
    return keyTerms.length === 0 ? opening(own) : best(own, keyTerms)
  }
  const [left, right] = compared.documents
  const columns = [told(left), told(right)] as const
  if (columns.every(({ length }) => length === 0)) return null
  const nothing = answerWords[answerLanguage(request)].comparison.nothing_of_it
  const writer = new AnswerWriter(passages, basis.ids.passages)
  writeColumns(compared.documents, columns, writer, ({ name }) => fillIn(nothing, { side: name }))
  return writer.done()
}

function speaks({ heads, announces, header }: Scored): boolean {
  return !heads && !announces && !header
}

/** How a document begins, as far as it does in whole sentences. */
function opening(own: readonly Scored[]): Scored[] {
  const whole = own.filter(({ text }) => /[.!?。！？;；]["”」)）]?$/u.test(text.trim()))
  return (whole.length > 0 ? whole : own).slice(0, mostRows)
}

/** What says most about it: itself, or under a heading that does; that the document's title does is true of all of it. */
function best(own: readonly Scored[], keyTerms: readonly KeyTerm[]): Scored[] {
  const ranked = own
    .filter(({ terms, about }) => coverage(keyTerms, new Set([...terms, ...analyse(about)])) > 0)
    .toSorted((a, b) => b.score - a.score)
  const least = (ranked[0]?.score ?? 0) * near
  return ranked
    .filter(({ score }) => score >= least)
    .slice(0, mostRows)
    .toSorted((a, b) => a.order - b.order)
}

function writeColumns(
  documents: readonly [NamedDocument, NamedDocument],
  columns: readonly [readonly Quote[], readonly Quote[]],
  writer: AnswerWriter,
  nothingIn: (document: NamedDocument) => string,
): void {
  writer.say(`| ${documents.map(({ name }) => cellWords(name)).join(' | ')} |\n|---|---|`)
  for (let row = 0; row < Math.max(columns[0].length, columns[1].length); row += 1) {
    writer.say('\n|')
    for (const at of [0, 1] as const) {
      const quote = columns[at][row]
      writer.say(' ')
      if (quote) writer.quote(quote, 'cell')
      else if (row === 0) writer.say(cellWords(nothingIn(documents[at])))
      writer.say(' |')
    }
  }
}
