import type { QuestionType } from '@shared/research/plan-spec'
import { analyse } from '@engine/text/analyse'
import { tagChinese } from '@engine/text/chinese/chinese-words'
import { contentTerms, withoutQuestionWords } from '@engine/text/english/stop-words'
import { detectLanguage, type Language } from '@engine/text/language'
import { valueOfWord } from '@engine/text/numerals'
import { spacedWords, withoutUnspaced } from '@engine/text/words'
import lexicon from '@resources/lexicon/research-words.json'
import { type AskedQuestion, readQuestion } from '../asked-question'
import { findReference } from '../follow-up/reference'
import { behind } from '../follow-up/standalone'
import { splitCompound } from '../parts/split'
import { asksHowTreated, takeAspects } from './goal-aspects'
import { focusOf } from './goal-focus'
import { firstClause, plainlyAsked } from './goal-frame'
import { type PaperPhrase, papersIn } from './goal-papers'
import { sidesCompared, sidesRelated } from './goal-sides'
import { anyOf, type AspectKind, aspectPhrasesIn, aspectsIn, type GoalAspect } from './goal-words'

/** A job of research as it was read, once. */
export interface ResearchGoal {
  readonly written: string
  readonly language: Language
  readonly type: QuestionType
  /** What is asked, without what only asks for it ("please write a report on") and without the respects listed behind it. */
  readonly topic: string
  /** What it is about, as it can stand inside a question. */
  readonly focus: string
  /** The topic, read as a question. */
  readonly asked: AskedQuestion
  /** What is compared or related, in the goal's words; fewer than two where it names documents by their kind, or nothing. */
  readonly sides: readonly string[]
  /** Two states of one thing are compared. */
  readonly isChange: boolean
  /** In which respects, in the goal's order. */
  readonly aspects: readonly GoalAspect[]
  readonly papers: readonly PaperPhrase[]
}

const types = ['comparative', 'relational', 'analytical', 'procedural'] as const
const speaks = Object.fromEntries(
  types.map((type) => [
    type,
    new RegExp(String.raw`\b(?:${anyOf(lexicon.types[type].en)})\b|${anyOf(lexicon.types[type].zh)}`, 'iu'),
  ]),
) as Readonly<Record<(typeof types)[number], RegExp>>
const requests = new RegExp(
  String.raw`^(?:(?:${anyOf(lexicon.requests.en)})(?=\s|$)\s*[,:]?\s*|(?:${anyOf(lexicon.requests.zh)})[，：]?\s*)+`,
  'iu',
)
/** What only asks for an answer in these words, and says nothing of what it is about. */
const frames = new Set([...lexicon.frames.zh, ...lexicon.requests.zh])
const frameTerms = new Set([...lexicon.frames.en, ...lexicon.requests.en].flatMap(analyse))

/**
 * Reads a goal in the words that questions are read by, and what only jobs of research say: sides, respects, kinds of documents.
 * `otherwise` is the language of a goal without letters.
 */
export function readGoal(written: string, otherwise: Language = 'en'): ResearchGoal {
  const language = /\p{L}/u.test(written) ? detectLanguage(written) : otherwise
  const whole = written.normalize('NFKC').trim()
  const asking = withoutRequest(whole)
  const { text, aspects: listed } = takeAspects(plainlyAsked(asking, language), language)
  // What differs is asked of any comparison.
  const aspects = listed.filter((aspect) => aspect.kind !== null || !speaks.comparative.test(aspect.text))
  const topic = text.replace(/[\s,，;；:：.。]+$/u, '')
  const asked = readQuestion({ written: topic, standalone: topic, parts: wholeParts(topic) })
  const compared = sidesCompared(topic, language)
  const related = sidesRelated(topic, language)
  const papers = papersIn(asking, language)
  const isOfSeveral = papers.length > 1 || papers.some(({ isSeveral }) => isSeveral)
  const isCompared = compared.sides.length > 1 || (isOfSeveral && asksHowTreated(asking))
  const type = typeOf(whole, asked, { isCompared, isRelated: related !== null })
  const sides = type === 'relational' ? (related ?? []) : type === 'comparative' ? compared.sides : []
  return {
    written,
    language,
    type,
    topic,
    focus: firstClause(focusOf(topic, language), language),
    asked,
    sides,
    isChange: compared.isChange || (type === 'comparative' && changed.test(topic)),
    aspects: aspects.length > 0 ? aspects : aspectsIn(topic, language).filter(({ kind }) => isSaidAnywhere(type, kind)),
    papers,
  }
}

/** "How do visitors register, and what may they not do": the later parts are about what the first is about. */
function wholeParts(topic: string): string[] {
  const parts = splitCompound(topic)
  const [first = ''] = parts
  return parts.map((part, at) => (at > 0 && findReference(part) ? behind(`${first}?`, part) : part))
}

/** A goal says anywhere which causes or which steps it wants; "when" and "costs" may be part of what it is about. */
function isSaidAnywhere(type: QuestionType, kind: AspectKind | null): boolean {
  return kind !== null && (saidAnywhere[type]?.includes(kind) ?? false)
}

const saidAnywhere: Partial<Record<QuestionType, readonly AspectKind[]>> = {
  analytical: ['causes', 'effects', 'measures', 'benefits', 'drawbacks'],
  procedural: ['steps', 'prerequisites', 'exceptions', 'people'],
}
const changed = /\bchang(?:e|es|ed)\b|变化|改动|变更/iu

function withoutRequest(text: string): string {
  const rest = text.replace(requests, '')
  return rest.trim() === '' ? text : rest
}

function typeOf(
  text: string,
  { type }: AskedQuestion,
  { isCompared, isRelated }: { readonly isCompared: boolean; readonly isRelated: boolean },
): QuestionType {
  if (isRelated) return 'relational'
  if (isCompared || speaks.comparative.test(text)) return 'comparative'
  if (speaks.relational.test(text)) return 'relational'
  if (type === 'why') return 'analytical'
  if (type === 'procedure' && (speaks.procedural.test(text) || !speaks.analytical.test(text))) return 'procedural'
  if (speaks.analytical.test(text)) return 'analytical'
  return speaks.procedural.test(text) ? 'procedural' : 'factual'
}

/** What a goal's answer has to speak of: words as they are written, and respects that other words may stand for. */
export interface GoalWords {
  readonly words: readonly string[]
  readonly aspects: readonly GoalAspect[]
}

/** Its content words without those that only ask, English ones and Chinese ones. */
export function wordsOfGoal(written: string, language: Language): GoalWords {
  const text = withoutRequest(written.normalize('NFKC').trim())
  const aspects = aspectsIn(text, language)
  const told = new Set(aspectPhrasesIn(text, language).flatMap((phrase) => [phrase, ...analyse(phrase)]))
  const rest = withoutQuestionWords(text)
  const english = spacedWords(withoutUnspaced(rest)).filter((word) => {
    const terms = contentTerms(word)
    return (
      !valueOfWord.has(word.toLowerCase()) &&
      terms.length > 0 &&
      !terms.every((term) => frameTerms.has(term) || told.has(term))
    )
  })
  const chinese = tagChinese(rest)
    .filter(({ word, tag }) => /^(?:n|v|a|l|j|i|b)/u.test(tag) && /^\p{Script=Han}{2,}$/u.test(word))
    .map(({ word }) => word)
    .filter((word) => !frames.has(word) && !told.has(word))
  return { words: [...new Set([...english, ...chinese])], aspects }
}
