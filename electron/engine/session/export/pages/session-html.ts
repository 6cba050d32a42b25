import { fillIn } from '@shared/note'
import { placeToSay } from '@shared/session/page-unit'
import type { SessionContext } from '@shared/session/session-context'
import { answerHtml } from './answer-html'
import { answerTree } from './answer-tree'
import { pageStyle } from './html-style'
import { escapeHtml, htmlPage, isolated } from './html-text'
import {
  type ExportWords,
  exportWords,
  type ReadableSource,
  type ReadableTurn,
  checkOf,
  readableSession,
  readableTime,
} from './readable-session'

/** Sessions of fewer questions need no table of contents. */
const fewestForContents = 4

/**
 * A session as one HTML file that opens from disk without a network: no script, nothing loaded, everything from outside
 * escaped. Each `[n]` of an answer leads to its passage below, what is cited of it is marked, and a link leads back.
 */
export function sessionHtml(context: SessionContext): string {
  const session = readableSession(context)
  const words = exportWords[session.language]
  const dates = [
    session.created && fillIn(words.fact, { name: words.created, value: escapeHtml(readableTime(session.created)) }),
    session.updated && fillIn(words.fact, { name: words.updated, value: escapeHtml(readableTime(session.updated)) }),
  ].filter(Boolean)
  const body = [
    '<main>',
    `<header><h1><bdi>${escapeHtml(session.title)}</bdi></h1>`,
    `<p class="dates">${dates.join(' · ')}</p></header>`,
    contents(session.turns, words),
    ...session.turns.map((turn, at) => turnHtml(turn, `t${at + 1}`, words)),
    '</main>',
  ]
  const language = session.language === 'zh' ? 'zh-CN' : 'en'
  return htmlPage({
    language,
    title: session.title,
    style: pageStyle,
    body: body.filter((part) => part !== '').join('\n'),
  })
}

function contents(turns: readonly ReadableTurn[], words: ExportWords): string {
  if (turns.length < fewestForContents) return ''
  const items = turns.map(({ question }, at) => {
    const line = question.trim().replace(/\s+/gu, ' ')
    return `<li><a href="#t${at + 1}"><bdi>${escapeHtml(shortened(line))}</bdi></a></li>`
  })
  return `<nav aria-label="${words.questions}"><strong>${words.questions}</strong>\n<ol>\n${items.join('\n')}\n</ol></nav>`
}

function shortened(line: string): string {
  const letters = Array.from(line)
  return letters.length > 120 ? `${letters.slice(0, 119).join('')}…` : line
}

function turnHtml(turn: ReadableTurn, id: string, words: ExportWords): string {
  const numbers = new Set(turn.sources.map(({ number }) => number))
  const marked = new Set<number>()
  const cite = (number: number): string => {
    // The way back leads to the first mark of a source.
    const anchor = marked.has(number) ? '' : ` id="${id}-c${number}"`
    marked.add(number)
    return `<a class="cite" href="#${id}-s${number}"${anchor} aria-label="${fillIn(words.source, { number })}">[${number}]</a>`
  }
  const answer =
    turn.answer.trim() === '' ? `<p class="status">${words.noAnswer}</p>` : answerHtml(answerTree(turn), numbers, cite)
  const status = [words.status[turn.status], isolated(turn.error)].filter(Boolean).join(' ')
  const check = checkOf(turn, words)
  return [
    `<article id="${id}" aria-labelledby="${id}-q">`,
    `<h2 id="${id}-q" dir="auto">${isolated(turn.question.trim())}</h2>`,
    status && `<p class="status">${status}</p>`,
    `<div class="answer">${answer}</div>`,
    check && `<p class="check">${check}</p>`,
    ...turn.corrections.map((one) => `<p class="check">${isolated(fillIn(words.correction, one))}</p>`),
    turn.sources.length > 0 &&
      `<section aria-labelledby="${id}-h"><h3 id="${id}-h">${words.sources}</h3>\n<ol class="sources">`,
    ...turn.sources.map((source) => sourceHtml(source, id, marked.has(source.number), words)),
    turn.sources.length > 0 && '</ol></section>',
    '</article>',
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join('\n')
}

function sourceHtml(source: ReadableSource, turnId: string, isMarked: boolean, words: ExportWords): string {
  const { number } = source
  const {
    heading_path: path,
    page,
    unit,
  } = placeToSay({ heading_path: source.headingPath, page: source.page }, source.format)
  const back = isMarked
    ? ` <a class="back" href="#${turnId}-c${number}" aria-label="${words.back}: ${fillIn(words.source, { number })}">↩</a>`
    : ''
  const place = [
    path.length > 0 ? `<bdi>${path.map(escapeHtml).join(' › ')}</bdi>` : '',
    page === null ? '' : fillIn(words[unit], { page }),
  ].filter((part) => part !== '')
  return [
    `<li id="${turnId}-s${number}"><p>[${number}] <bdi class="name">${escapeHtml(source.name)}</bdi>${back}</p>`,
    place.length > 0 ? `<p class="place">${place.join(' · ')}</p>` : '',
    `<blockquote class="passage" dir="auto">${passageHtml(source, words)}</blockquote></li>`,
  ]
    .filter((part) => part !== '')
    .join('\n')
}

function passageHtml({ text, cited, isRedacted }: ReadableSource, words: ExportWords): string {
  if (text === null) return `<em>${isRedacted ? words.redacted : words.noPassage}</em>`
  let at = 0
  const parts: string[] = []
  for (const { start, end } of cited) {
    parts.push(isolated(text.slice(at, start)), `<mark>${isolated(text.slice(start, end))}</mark>`)
    at = end
  }
  return parts.join('') + isolated(text.slice(at))
}
