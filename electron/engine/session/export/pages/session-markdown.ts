import { fillIn } from '@shared/note'
import { placeToSay } from '@shared/session/page-unit'
import type { SessionContext } from '@shared/session/session-context'
import { answerMarkdown } from './answer-markdown'
import { answerTree } from './answer-tree'
import { bold, escapeMarkdown, escapeMarkdownLine, fenced } from './markdown-text'
import {
  type ExportWords,
  exportWords,
  type ReadableSource,
  type ReadableTurn,
  checkOf,
  readableSession,
  readableTime,
} from './readable-session'

/**
 * A session as one Markdown document: each question a heading, its answer with `[n]`, and the sources with the passage
 * quoted and what is cited of it in bold. Nothing that a user or a document wrote can become structure of the document.
 */
export function sessionMarkdown(context: SessionContext): string {
  const session = readableSession(context)
  const words = exportWords[session.language]
  const dates = [
    session.created && fillIn(words.fact, { name: words.created, value: escaped(session.created) }),
    session.updated && fillIn(words.fact, { name: words.updated, value: escaped(session.updated) }),
  ].filter(Boolean)
  return (
    [`# ${heading(session.title)}`, dates.join(' · '), ...session.turns.map((turn) => turnMarkdown(turn, words))]
      .filter((part) => part !== '')
      .join('\n\n') + '\n'
  )
}

const escaped = (time: string) => escapeMarkdownLine(readableTime(time))

function turnMarkdown(turn: ReadableTurn, words: ExportWords): string {
  const [first = '', ...rest] = turn.question.trim().split('\n')
  const numbers = new Set(turn.sources.map(({ number }) => number))
  const answer = turn.answer.trim() === '' ? words.noAnswer : answerMarkdown(answerTree(turn), numbers)
  return [
    `## ${heading(first)}`,
    quoted(lines(rest.join('\n').trim())),
    [words.status[turn.status], escapeMarkdownLine(turn.error)].filter(Boolean).join(' '),
    answer,
    checkOf(turn, words),
    turn.corrections.map((one) => `- ${escapeMarkdownLine(fillIn(words.correction, one))}`).join('\n'),
    ...(turn.sources.length > 0
      ? [`### ${words.sources}`, ...turn.sources.map((one) => sourceMarkdown(one, isCounted(turn), words))]
      : []),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** A heading's `#` at its end would be read as its closing. */
function heading(text: string): string {
  return escapeMarkdownLine(text).replace(/#+$/u, (marks) => marks.replaceAll('#', '\\#')) || '…'
}

/** A list of Markdown counts by itself from 1. */
function isCounted({ sources }: ReadableTurn): boolean {
  return sources.every(({ number }, at) => number === at + 1)
}

function sourceMarkdown(source: ReadableSource, isNumbered: boolean, words: ExportWords): string {
  const {
    heading_path: path,
    page,
    unit,
  } = placeToSay({ heading_path: source.headingPath, page: source.page }, source.format)
  const place = [
    bold(escapeMarkdownLine(source.name), '', ''),
    path.map(escapeMarkdownLine).join(' › '),
    page === null ? '' : fillIn(words[unit], { page }),
  ].filter((part) => part !== '')
  const marker = isNumbered ? `${source.number}. ` : `- ${fillIn(words.source, { number: source.number })}: `
  const indent = ' '.repeat(isNumbered ? marker.length : 2)
  const body = quoted(passage(source, words))
    .split('\n')
    .map((line) => indent + line)
  return [`${marker}${place.join(' · ')}`, '', ...body].join('\n')
}

function passage(source: ReadableSource, words: ExportWords): string {
  const { text, cited } = source
  if (text === null) return source.isRedacted ? words.redacted : words.noPassage
  // Code keeps its indentation; what is cited of it cannot be bold.
  if (source.format === 'code') return fenced(text.replace(/\r\n?/gu, '\n'))
  let at = 0
  const parts: string[] = []
  for (const { start, end } of cited) {
    parts.push(lines(text.slice(at, start)), boldLines(text, start, end))
    at = end
  }
  // A line break of the passage is one of the quotation as well.
  return (parts.join('') + lines(text.slice(at))).trim().replace(/(?<=[^\n])\n(?=[^\n])/gu, '\\\n')
}

/** Every line in bold by itself: emphasis ends with its paragraph. */
function boldLines(text: string, start: number, end: number): string {
  const parts = text.slice(start, end).split(/(\s*(?:\r\n?|\n)\s*)/u)
  return parts
    .map((part, at) => {
      if (at % 2 === 1 || part.trim() === '') return lines(part)
      const before = at === 0 ? text.charAt(start - 1) : ''
      const after = at === parts.length - 1 ? text.charAt(end) : ''
      return bold(escapeMarkdown(part), before, after)
    })
    .join('')
}

/** Escaped text that keeps its lines. */
function lines(text: string): string {
  return escapeMarkdown(text.replace(/\r\n?/gu, '\n')).replace(/^[^\S\n]{2,}/gmu, (spaces) =>
    '&nbsp;'.repeat(Math.min(spaces.length, 40)),
  )
}

function quoted(text: string): string {
  return text === ''
    ? ''
    : text
        .split('\n')
        .map((line) => (line === '' ? '>' : `> ${line}`))
        .join('\n')
}
