import type { TermStatistics } from '@engine/ports/storage/chunk-index'
import type { KeyTerm } from '@engine/retrieval/question/key-terms'
import type { Passage } from '@engine/retrieval/passage'
import { relatedShareOf, relatedTermsOrNone } from '@engine/retrieval/terms/related-terms'
import { softShareOf, weightedTermsOf } from '@engine/retrieval/question/wording'
import { analyse } from '@engine/text/analyse'
import { detectLanguage, type Language } from '@engine/text/language'
import { anyQuestionWord } from '@engine/text/english/word-patterns'
import { type Candidate, candidatesOf } from '../sentences/sentence-candidates'
import type { AnswerSentence } from '../sentences/extract-answer'
import { asksForNewest, isToCome, latestYear } from '../sentences/newest'
import { asksForSource, standsInReference } from '../sentences/reference-entry'
import { spokenIn } from '../sentences/score-sentences'
import { isOpenQuestion, questionTypeOf } from '../sentences/question-type'
import { superlativeQuestionOf } from '../forms/table/superlative-question'
import { cellAnswerIn } from './cell-answer'
import { plainWords, usesName } from './column-names'
import type { ShortAnswer, ShortAnswerer, SourceSentence } from './short-answer'
import { questionKindOf, type WantedKind } from './wanted-kind'

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
/** Two things asked at once: one of them alone would be half an answer. */
const asksTwice = new RegExp(
  String.raw`\b(?:${anyQuestionWord}|whom)\b.*\b(?:and|or)\s+(?:by |in |for |at |to )?(?:${anyQuestionWord}|whom)\b|(?:谁|何时|什么|哪|多少|几|为何|怎).*(?:和|与|以及|并且|又|，).*(?:谁|何时|什么时候|哪|多少|几|为何|为什么|怎)`,
  'iu',
)
/** A short answer says it; these many further sentences may explain it. */
const maxBehind = 2

/** The sentences of ranked passages as the scorer takes them, beside what they are in their passages. */
export function sourcesIn(
  passages: readonly Passage[],
  isWanted: (candidate: Candidate) => boolean = () => true,
): {
  readonly candidates: Candidate[]
  readonly sources: SourceSentence[]
} {
  const highest = Math.max(...passages.map(({ score }) => score), Number.MIN_VALUE)
  const candidates = candidatesOf(passages).filter((one) => !one.heads && !one.announces && isWanted(one))
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
  question: string,
  { passages, statistics }: ShortAnswerSource,
  answerer: ShortAnswerer,
  isWanted?: (candidate: Candidate) => boolean,
): Found | null {
  const { candidates, sources } = sourcesIn(passages, isWanted)
  // Its words are read as its passage's language, whatever language the question is in.
  const language = detectLanguage(passages[0]?.text ?? question)
  const found = answerer.find(question, weightedTermsOf(question, statistics), sources, language)
  const source = found && candidates[found.sentence]
  if (!found || !source) return null
  if (!spokenIn(candidates, passages, question)(found.sentence)) return null
  const around = [candidates[found.sentence - 1], source, candidates[found.sentence + 1]]
  const isBeside = (one: Candidate | undefined) => one?.passage === source.passage
  if (language === detectLanguage(question) && !saysOwned(question, around.filter(isBeside))) return null
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

/** What is asked of somebody or something as theirs: the blood group of "What is Mr Pryce's blood group?" */
const owned =
  /^(?:[Aa]nd )?[Ww]hat(?:['’]s| is| was) (?:(?:Mrs?|Ms|Dr|Prof)\.? )?(?:\p{Lu}[\p{L}.-]* ){0,2}\p{Lu}[\p{L}-]*['’]s ((?:[\p{L}-]+ ){0,2}[\p{L}-]+)\s*\?*$/u
/** What somebody is or is called needs no such word beside it ("Mr Pryce, a caretaker"), and neither does what shows it by its form. */
const isByBeing =
  /\b(?:jobs?|occupation|profession|trade|role|position|title|rank|name|nickname|nationality|religion|age|number|address|e-?mail|phone|birthday)$/iu

/** Whether one of the sentences has the word for what is asked as somebody's, or another of its form or sense. */
function saysOwned(question: string, sentences: readonly (Candidate | undefined)[]): boolean {
  const thing = owned.exec(question.trim())?.[1]
  if (thing === undefined || isByBeing.test(thing)) return true
  const term = analyse(thing).at(-1) ?? ''
  const said = new Set(sentences.flatMap((one) => analyse(`${one?.about ?? ''} ${one?.text ?? ''}`)))
  const asked = new Map([[term, 1]])
  return softShareOf(asked, said) > 0 || relatedShareOf(asked, relatedTermsOrNone(asked), said) > 0
}

/** A question for a reason or a way wants a sentence, and one for several things more than a cell. */
const wantSentence = new Set<WantedKind>(['why', 'action'])

/** The table cell that answers, its row and the table's head; null where no cell answers. */
function tableAnswer(
  question: string,
  keyTerms: readonly KeyTerm[],
  passages: readonly Passage[],
  answerer: ShortAnswerer,
): readonly AnswerSentence[] | null {
  if (wantSentence.has(questionKindOf(question, detectLanguage(question)))) return null
  const found = cellAnswerIn(question, keyTerms, candidatesOf(passages), answerer.attributes)
  if (!found) return null
  const { row, cell, told } = found
  // One row does not tell which is the highest, but its top speed.
  const superlative = superlativeQuestionOf(question)
  if (superlative && !usesName(plainWords(told), plainWords(superlative.word))) return null
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

function wantsSeveral(question: string): boolean {
  const type = questionTypeOf(question)
  return type === 'list' || type === 'comparison' || isOpenQuestion(question)
}

/** Whether one run of words can answer. */
export function wantsFact(question: string): boolean {
  if (wantsSeveral(question) || asksTwice.test(question) || questionTypeOf(question) === 'procedure') return false
  return factual.has(questionKindOf(question, detectLanguage(question)))
}

/**
 * Puts a likely short answer to a question of fact, and the sentence it stands in, before the other sentences. Where a reader
 * read the passages (`isRead`), runs of words are its business, and only a table's cell is found here.
 */
export function leadWithShortAnswer(
  question: string,
  sentences: readonly AnswerSentence[],
  { passages, keyTerms, statistics, isRead }: LeadSource,
  answerer: ShortAnswerer,
): LedSentences {
  const unled = { sentences, isShort: false, isCell: false }
  const language = detectLanguage(question)
  if (sentences.length === 0 || wantsSeveral(question)) return unled
  const inTable = tableAnswer(question, keyTerms, passages, answerer)
  if (inTable) {
    const isOther = (one: AnswerSentence) =>
      !one.listItem &&
      !one.heads &&
      !inTable.some(({ passage, start }) => one.passage === passage && one.start === start)
    const cell = [...inTable, ...sentences.filter(isOther).slice(0, maxBehind)]
    return { sentences: cell, isShort: true, isCell: true }
  }
  if (isRead || !wantsFact(question)) return unled
  const found = shortAnswerIn(
    question,
    { passages, statistics },
    answerer,
    candidateFilter(question, sentences, passages),
  )
  if (!found || found.covered < minCovered || found.relative < minRelative) return unled
  if (saysNothingOfEnd(question, found, language)) return unled
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

/** One row tells nothing of which is the highest, and a bare number does not name it. */
function saysNothingOfEnd(question: string, { short, sentence }: Found, language: Language): boolean {
  if (!superlativeQuestionOf(question)) return false
  const kind = questionKindOf(question, language)
  return sentence.listItem || (kind !== 'number' && kind !== 'when' && !/\p{L}/u.test(short.text))
}

/** Entries of lists of references tell no fact, and asked how it is now, what is older than the answer's sentences is outdated. */
function candidateFilter(
  question: string,
  sentences: readonly AnswerSentence[],
  passages: readonly Passage[],
): (candidate: Candidate) => boolean {
  const takesSources = asksForSource.test(question)
  const asksNow = asksForNewest(question)
  const newest = asksNow ? Math.max(...sentences.map(({ text }) => latestYear(text) ?? 0)) : 0
  return (candidate) =>
    (takesSources || !standsInReference(passages[candidate.passage]?.text ?? '', candidate)) &&
    (latestYear(candidate.text) ?? newest) >= newest &&
    !(asksNow && isToCome(candidate.text))
}
