import type { EvidenceItem } from '@shared/events'
import { z } from 'zod'
import { plainText } from '@engine/critic/facts/comparable-text'
import { holds, joined, type Source, sourceOf } from '@engine/critic/source'
import { type Statement, statementOf } from '@engine/critic/claims/statement'
import { isClear, support } from '@engine/critic/support'
import { tokensIn } from '@engine/critic/claims/claim-tokens'
import { jsonIfValid } from '@engine/platform/stored-text'
import { analyse } from '@engine/text/analyse'
import { splitSentences } from '@engine/text/sentences/sentences'
import type { CommunityBrief, CommunityPassage } from './community-brief'
import { maxLengths } from './community-schema'

/** What of a model's answer may be shown; null for a text that may not. Without a summary there is no title. */
export interface GroundedDescription {
  readonly title: string | null
  readonly summary: string | null
}

const Answer = z.object({ title: z.string().catch(''), summary: z.string().catch('') })

const maxSentences = 3
/** A sentence of fewer words and figures is borne out by chance. */
const minContent = 2
/** Control, format and unassigned characters. */
const invisible = /\p{C}/u
/** Not the beginning of a figure: 12.5, 19、20. */
const bullet = /^\s*(?:[-*+•>]\s+|#{1,6}\s+|\d{1,2}(?:[.)]\s+|、(?!\s*\d)\s*))/gmu
/** Not a sign between figures: 2*3. */
const emphasis = /(?<![\d*]\s?)\*{1,3}|\*{1,3}(?!\s?[\d*])|__|`+/gu
/** Not the stop of an abbreviation or an initial: U.S. */
const lastStop = /(?<!(?:^|\P{L})\p{L})\.$|。$/u
const link = /https?:|www\.|\]\(/iu

/** Checks a model's answer against its passages: supported sentences stay, and a title whose words all stand there. */
export function groundDescription(reply: string, { passages, language }: CommunityBrief): GroundedDescription {
  const answer = Answer.safeParse(jsonIfValid(reply.slice(reply.indexOf('{'), reply.lastIndexOf('}') + 1))).data
  if (!answer) return { title: null, summary: null }
  const sources = passages.map(sourceFrom)
  const summary = groundedSummary(answer.summary, maxLengths[language].summary, sources)
  return { title: summary === null ? null : groundedTitle(answer.title, maxLengths[language].title, sources), summary }
}

function groundedTitle(written: string, end: number, sources: readonly Source[]): string | null {
  const title = written
    .trim()
    .replace(/^#{1,6}\s+/u, '')
    .replace(emphasis, '')
    .replace(/^["“「'](.*)["”」']$/u, '$1')
    .replace(lastStop, '')
    .trim()
  // A line break is a control character.
  if (title === '' || written.length > end || invisible.test(title) || link.test(title)) return null
  const tokens = tokensIn(plainText(title)).filter(({ content, figure }) => content || figure)
  const text = sources.map((source) => source.text).join('\n')
  const place = { text, terms: new Set(analyse(text)) }
  return tokens.length > 0 && tokens.every((token) => holds(place, token)) ? title : null
}

function groundedSummary(written: string, end: number, sources: readonly Source[]): string | null {
  const text = written.replace(bullet, '').replace(emphasis, '')
  const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end).replace(/\s+/gu, ' '))
  // The form ended it, in the middle of a sentence.
  if (written.length >= end) sentences.pop()
  const kept = sentences.filter((sentence) => isSupported(sentence, sources)).slice(0, maxSentences)
  return kept.length === 0
    ? null
    : kept.reduce((before, next) => `${before}${/[。！？；]$/u.test(before) ? '' : ' '}${next}`)
}

function isSupported(sentence: string, sources: readonly Source[]): boolean {
  if (invisible.test(sentence) || link.test(sentence)) return false
  const statement: Statement = statementOf(sentence)
  if (statement.content.length + statement.quantities.length < minContent) return false
  // Between languages only figures and names could be compared, which is too little to believe a sentence by.
  const [first, ...rest] = sources.filter(({ language }) => language === statement.language)
  if (!first) return false
  const all = rest.length > 0 ? [first, ...rest, joined([first, ...rest])] : [first]
  return all.some((source) => isClear(support(statement, source)))
}

function sourceFrom({ documentId, documentName, headingPath, text }: CommunityPassage, at: number): Source {
  const item: EvidenceItem = {
    ...{ number: at + 1, evidence_id: `e${at + 1}`, kind: 'graph', document_id: documentId, format: 'text' },
    ...{ document_name: documentName, heading_path: [...headingPath], page: null, start: 0, end: text.length },
    ...{ text, score: 0 },
  }
  return sourceOf(item)
}
