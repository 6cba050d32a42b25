import type { Gap } from '@shared/documents'
import { fillIn } from '@shared/note'
import { pageUnit } from '@shared/session/page-unit'
import type { ModelName } from '@engine/ports/models/language-model'
import type { CitedAnswer } from '@engine/answer/citations/cite'
import {
  answerLanguage,
  type PipelineRooms,
  type ReadDocument,
  type Rewrite,
  type RewrittenQuestion,
  type TurnRequest,
} from '../turn'
import { answerWords } from '../wording/answer-words'
import { gapWords, keptBackWords, type ReadGap, respellingWords } from '../wording/notice-words'

const maxDocuments = 2

/** Says behind an answer that documents it rests on were not read whole; the notice is the engine's own words. */
export function withGapNotice(
  answer: CitedAnswer,
  request: TurnRequest,
  { library }: Pick<PipelineRooms, 'library'>,
): CitedAnswer {
  const cited = answer.evidence.map(({ document_id }) => document_id)
  const gaps = readGapsOf(cited, library)
  if (gaps.length === 0) return answer
  return { ...answer, response: `${answer.response}\n\n${gapWords[answerLanguage(request)](gaps)}` }
}

/** Which of these documents were not read whole; the first few. */
export function readGapsOf(ids: readonly string[], library: PipelineRooms['library']): ReadGap[] {
  const wanted = new Set(ids)
  const cited = library.documents().filter(({ id, gaps: own }) => own.length > 0 && wanted.has(id))
  const gaps = cited.flatMap(({ title, format, gaps: own }) => {
    const lost = own.filter(losesText)
    const pages = [...new Set(lost.flatMap((gap) => gap.pages ?? []))].toSorted((a, b) => a - b)
    return lost.length > 0 ? [{ title, pages, unit: pageUnit(format) }] : []
  })
  return gaps.slice(0, maxDocuments)
}

/** Running titles and odd characters left out change no answer; pages and a missing end may. */
function losesText({ kind, pages }: Gap): boolean {
  if (kind === 'pages_hard_to_read') return false
  return kind === 'truncated' || kind === 'pages_without_text' || (pages?.length ?? 0) > 0
}

/** Says behind an answer or a refusal which words of its question were read otherwise; the engine's own words. */
export function withSpellingNotice(
  answer: CitedAnswer,
  request: TurnRequest,
  { respelled = [] }: Pick<Rewrite, 'respelled'>,
): CitedAnswer {
  // Of an earlier question it was said behind that question's answer.
  const own = respelled.filter(({ from }) => request.question.includes(from))
  if (own.length === 0) return answer
  return { ...answer, response: `${answer.response}\n\n${respellingWords[answerLanguage(request)](own)}` }
}

/** The notices behind a written answer, about gaps and respelled words; empty where there is nothing to notice. */
export function noticesBehind(
  answer: CitedAnswer,
  { request, rewrite, read = [] }: RewrittenQuestion & { readonly read?: readonly ReadDocument[] | undefined },
  rooms: Pick<PipelineRooms, 'library'>,
): string {
  const noted = withSpellingNotice(withGapNotice(answer, request, rooms), request, rewrite)
  const notices = noted.response.slice(answer.response.length)
  const inPart = answer.evidence.length === 0 ? [] : read.filter((one) => one.read < one.total)
  const words = answerWords[answerLanguage(request)].read_in_part
  const said = inPart.map(({ title, read: known, total }) => {
    const percent = Math.max(1, Math.round((100 * known) / total))
    return `\n\n${fillIn(words, { title, percent })}`
  })
  return `${notices}${said.join('')}`
}

/** Says behind a written answer how many passages its model was not given, because it runs on another machine; empty for none. */
export function keptBackNotice(count: number, { name }: ModelName, request: TurnRequest): string {
  return count === 0 ? '' : `\n\n${keptBackWords[answerLanguage(request)](count, name)}`
}
