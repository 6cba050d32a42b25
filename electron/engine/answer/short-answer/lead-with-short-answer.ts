import type { TermStatistics } from '@engine/ports/storage/chunk-index'
import type { AskedPart } from '@engine/question/asked-question'
import type { WantedKind } from '@engine/question/words/wanted-kind'
import type { KeyTerm } from '@engine/retrieval/question/key-terms'
import type { Passage } from '@engine/retrieval/passage'
import { weightedTermsOf } from '@engine/retrieval/question/wording'
import { analyse } from '@engine/text/analyse'
import { detectLanguage, type Language } from '@engine/text/language'
import { type Candidate, candidatesOf } from '../sentences/sentence-candidates'
import type { AnswerSentence } from '../sentences/extract-answer'
import { cellAnswerIn } from './cells/cell-answer'
import type { ShortAnswer, ShortAnswerer, SourceSentence } from './short-answer'

/** Questions of fact; why and how want a sentence. */
const factual = new Set<WantedKind>(['who', 'when', 'where', 'number', 'which', 'name', 'what'])
/** From here on seven of ten short answers were right at least in part; below, the scorer guesses (docs/quality.md). */
const sureEnough: Record<Language, number> = { en: 0.5, zh: 0.6 }
/** A sentence that was not chosen for the answer must be surer, and have nearly as much of the question as any. */
const alone = { surer: 0.15, relative: 0.8 }
/** A sentence that has clearly less of the question than another one says it of something else. */
const minRelative = 0.7
/** A fact from a sentence that has less of the question than this is likely one about something else. */
const minCovered = 0.35
/** A passage that has clearly less of what was asked about than another one is likely about something else. */
const minOfPassage = 0.8
/** A short answer says it; these many further sentences may explain it. */
const maxBehind = 2

/** The sentences of ranked passages as the scorer takes them, beside what they are in their passages. */
export function sourcesIn(passages: readonly Passage[]): {
  readonly candidates: Candidate[]
  readonly sources: SourceSentence[]
} {
  const highest = Math.max(...passages.map(({ score }) => score), Number.MIN_VALUE)
  const candidates = candidatesOf(passages).filter((one) => !one.heads && !one.announces)
  const terms = candidates.map(({ text }) => new Set(analyse(text)))
  const nothing: ReadonlySet<string> = new Set()
  const sources = candidates.map((candidate, at) => ({
    text: candidate.text,
    terms: terms[at] ?? nothing,
    before: (candidates[at - 1]?.passage === candidate.passage ? terms[at - 1] : undefined) ?? nothing,
    passage: (passages[candidate.passage]?.score ?? 0) / highest,
  }))
  return { candidates, sources }
}

export interface ShortAnswerSource {
  readonly passages: readonly Passage[]
  readonly statistics: TermStatistics
}

interface Found extends Pick<ShortAnswer, 'confidence' | 'covered' | 'relative'> {
  readonly short: AnswerSentence
  readonly sentence: AnswerSentence
}

/** The best short answer to a question from passages, with its sentence; null where no run of words fits. */
export function shortAnswerIn(
  asked: AskedPart,
  { passages, statistics }: ShortAnswerSource,
  answerer: ShortAnswerer,
): Found | null {
  const { candidates, sources } = sourcesIn(passages)
  // Its words are read as its passage's language, whatever language the question is in.
  const language = detectLanguage(passages[0]?.text ?? asked.text)
  const found = answerer.find(asked, weightedTermsOf(asked.text, statistics), sources, language)
  const source = found && candidates[found.sentence]
  if (!found || !source) return null
  const { passage, start, end, text, item } = source
  const shares = passages.map(({ features }) => features?.coverage ?? 0)
  if ((shares[passage] ?? 0) < Math.max(...shares) * minOfPassage) return null
  const short = {
    passage,
    start: start + found.start,
    end: start + found.end,
    text: text.slice(found.start, found.end),
    listItem: false,
    short: true,
  }
  const { confidence, covered, relative } = found
  return { short, sentence: { passage, start, end, text, listItem: item }, confidence, covered, relative }
}

/** A question for a reason or a way wants a sentence, and one for several things more than a cell. */
const wantSentence = new Set<WantedKind>(['why', 'action'])

/** The table cell that answers, its row and the table's head; null where no cell answers. */
function tableAnswer(
  asked: AskedPart,
  keyTerms: readonly KeyTerm[],
  passages: readonly Passage[],
  answerer: ShortAnswerer,
): readonly AnswerSentence[] | null {
  if (wantSentence.has(kindOf(asked))) return null
  const found = cellAnswerIn(asked, keyTerms, candidatesOf(passages), answerer.attributes)
  if (!found) return null
  const { row, cell } = found
  const asItem = ({ passage, start, end, text }: Candidate) => ({ passage, start, end, text, listItem: true })
  const asHead = (header: Candidate) => ({ ...asItem(header), listItem: false, heads: true })
  const short = { passage: row.passage, ...cell, listItem: false, short: true }
  return [short, ...(row.header ? [asHead(row.header)] : []), asItem(row)]
}

interface LeadSource extends ShortAnswerSource {
  readonly keyTerms: readonly KeyTerm[]
  readonly isRead?: boolean
}

/** Sentences with the short answer before them, if there is one. */
export interface LedSentences {
  readonly sentences: readonly AnswerSentence[]
  /** The first is a short answer. */
  readonly isShort: boolean
  /** That is a table's cell. */
  readonly isCell: boolean
}

/** Whether one run of words can answer. */
export function wantsFact(asked: AskedPart): boolean {
  const { type } = asked
  if (type === 'list' || type === 'comparison' || type === 'procedure') return false
  return factual.has(kindOf(asked))
}

function kindOf({ word, language }: AskedPart): WantedKind {
  return word[language].kind
}

/**
 * Puts a likely short answer to a question of fact, and the sentence it stands in, before the other sentences. Where a reader
 * read the passages (`isRead`), runs of words are its business, and only a table's cell is found here.
 */
export function leadWithShortAnswer(
  asked: AskedPart,
  sentences: readonly AnswerSentence[],
  { passages, keyTerms, statistics, isRead }: LeadSource,
  answerer: ShortAnswerer,
): LedSentences {
  const unled = { sentences, isShort: false, isCell: false }
  const { language, type } = asked
  if (sentences.length === 0 || type === 'list' || type === 'comparison') return unled
  const inTable = tableAnswer(asked, keyTerms, passages, answerer)
  if (inTable) {
    const isOther = (one: AnswerSentence) =>
      !one.listItem &&
      !one.heads &&
      !inTable.some(({ passage, start }) => one.passage === passage && one.start === start)
    const cell = [...inTable, ...sentences.filter(isOther).slice(0, maxBehind)]
    return { sentences: cell, isShort: true, isCell: true }
  }
  if (isRead || !wantsFact(asked)) return unled
  const found = shortAnswerIn(asked, { passages, statistics }, answerer)
  if (!found || found.covered < minCovered || found.relative < minRelative) return unled
  const isSame = (one: AnswerSentence) => one.passage === found.sentence.passage && one.start === found.sentence.start
  const chosen = sentences.find(isSame)
  if (found.confidence < sureEnough[language] + (chosen ? 0 : alone.surer)) return unled
  if (!chosen && found.relative < alone.relative) return unled
  const behind = sentences.filter((one) => !isSame(one))
  const rows = behind.filter(({ listItem }) => listItem)
  // Rows of a table or list are understood together, or not at all.
  const kept =
    rows.length > 0 || chosen?.listItem ? sentences : [chosen ?? found.sentence, ...behind.slice(0, maxBehind)]
  return { sentences: [found.short, ...kept], isShort: true, isCell: false }
}
