import { fillIn } from '@shared/note'
import { placeToSay } from '@shared/session/page-unit'
import type { SessionContext } from '@shared/session/session-context'
import { answerTree } from '@engine/session/export/pages/answer-tree'
import {
  type ExportWords,
  exportWords,
  type ReadableSource,
  type ReadableTurn,
  checkOf,
  readableSession,
  readableTime,
} from '@engine/session/export/pages/readable-session'
import type { PageSource } from '../export/page-sources'
import type { PageBlock, ReportPage } from '../export/report-page'
import { NoteBlocks } from './notebook-page'

/** Arranges a chat as a page that Word and PDF can be written from. Its sources are counted on from answer to answer. */
export function chatPage(context: SessionContext): ReportPage {
  const session = readableSession(context)
  const words = exportWords[session.language]
  const sources: PageSource[] = []
  const blocks = session.turns.flatMap((turn) => {
    const first = sources.length + 1
    const numbers = new Map(turn.sources.map(({ number }, at) => [number, first + at]))
    sources.push(...turn.sources.map((source, at) => sourceOf(source, first + at, words)))
    return turnBlocks(turn, numbers, words)
  })
  const dated = [
    [words.created, session.created],
    [words.updated, session.updated],
  ] as const
  return {
    title: session.title,
    language: session.language,
    about: dated.flatMap(([name, time]) =>
      time === '' ? [] : fillIn(words.fact, { name, value: readableTime(time) }),
    ),
    blocks,
    sources,
  }
}

function turnBlocks(turn: ReadableTurn, numbers: ReadonlyMap<number, number>, words: ExportWords): PageBlock[] {
  const [first = '', ...rest] = turn.question.trim().split('\n')
  const quiet = (text: string): PageBlock => ({ type: 'paragraph', inlines: [{ text, style: 'quiet' }] })
  const status = [words.status[turn.status], turn.error].filter((part) => part !== '').join(' ')
  const more = rest.join('\n').trim()
  const check = checkOf(turn, words)
  return [
    { type: 'heading', text: first },
    ...(more === '' ? [] : [quiet(more)]),
    ...(status === '' ? [] : [quiet(status)]),
    ...(turn.answer.trim() === '' ? [quiet(words.noAnswer)] : answerBlocks(turn, numbers)),
    ...(check === '' ? [] : [quiet(check)]),
    ...turn.corrections.map((one) =>
      quiet(fillIn(words.correction, { ...one, number: numbers.get(one.number) ?? one.number })),
    ),
  ]
}

/** A heading of an answer stands below its question, as a line in bold. */
function answerBlocks(turn: ReadableTurn, numbers: ReadonlyMap<number, number>): PageBlock[] {
  return new NoteBlocks(answerTree(turn), numbers)
    .blocks()
    .map((block) =>
      block.type === 'heading' ? { type: 'paragraph', inlines: [{ text: block.text, style: 'strong' }] } : block,
    )
}

function sourceOf(source: ReadableSource, number: number, words: ExportWords): PageSource {
  const said = placeToSay({ heading_path: source.headingPath, page: source.page }, source.format)
  const place = [said.heading_path.join(' › '), said.page === null ? '' : fillIn(words[said.unit], { page: said.page })]
  const missing = source.isRedacted ? words.redacted : words.noPassage
  return {
    number,
    name: source.name,
    place: place.filter((part) => part !== '').join(' · '),
    text: source.text ?? missing,
    cited: source.text === null ? [] : source.cited,
  }
}
