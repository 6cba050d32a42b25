import type { Token } from '@engine/critic/claims/claim-tokens'
import { areAlternatives } from './alternatives'
import type { Quantity } from '@engine/critic/facts/quantities'

/** What a sentence says around one of its figures or dates: the clause it stands in, and those before it that say of what. */
export interface Statement {
  /** Its words of content, in order; the figure itself is not among them. */
  readonly words: readonly Token[]
  /** Those next to the figure: what it is a figure of. */
  readonly near: readonly Token[]
  /** Every word of content of the sentence. */
  readonly all: readonly Token[]
  /** "First", "No. 3", 第二, 一号: which one of several. */
  readonly ordinals: string
  /** Whether the figure is a limit, and to which side. */
  readonly limit: 'least' | 'most' | null
}

/** Share of each statement's words that the other sentence has. */
const leastShared = 0.5
/** A name or a thing, and what is said of it. */
const leastWords = 2

const clauseEnd = /[,，;；:：()（）。](?!\d)|\s-+\s/gu
/** A clause that adds something about a word, or says who says so, is not part of what is said. */
const aside = /^\s*(?:which|who|whose|where|that|according to|as\b|据|按照?|根据)/iu
const participle = /^(?:\p{L}+ed|built|born|made|held|written|set|begun)\b/iu
const ordinal =
  /(?<!(?:per|a|every|each) )\b(?:first|second|third|fourth|fifth|last|\d{1,2}(?:st|nd|rd|th)|no\.? ?\d+)\b|第[一二三四五六七八九十\d]+|[一二三四五六七八九十\d]{1,2}号(?!\p{Script=Han}*日)/giu

/** The statement that one figure of a sentence belongs to; `text` in plain form, `content` its words of content. */
export function statementAround(text: string, content: readonly Token[], figure: Quantity): Statement {
  const all = content.filter(({ start, end }) => end <= figure.start || start >= figure.end)
  const clauses = clausesOf(text)
  const own = clauses.findIndex(({ end }) => end > figure.start)
  const inside = (from: number, to: number) => all.filter(({ start, end }) => start >= from && end <= to)
  const told = clauses.slice(0, own + 1).filter((clause, at) => at === own || !aside.test(text.slice(clause.start)))
  let words = told.flatMap(({ start, end }) => inside(start, end))
  const next = clauses[own + 1]
  // "In 1987, the hall opened", "Built in 1908, the bridge": what the figure is of comes behind it.
  if (next && (words.length < leastWords || (own === 0 && participle.test(text))))
    words = [...words, ...inside(next.start, next.end)]
  const before = words.filter(({ end }) => end <= figure.start)
  const behind = words.filter(({ start }) => start >= figure.end)
  const last = told.at(-1) ?? { start: 0, end: text.length }
  return {
    words,
    near: [...before.slice(-2), ...behind.slice(0, 2)],
    all,
    limit: limitOf(text.slice(Math.max(0, figure.start - 24), figure.start), text.slice(figure.end, figure.end + 8)),
    ordinals: (text.slice(told[0]?.start ?? 0, last.end).match(ordinal) ?? []).join(' ').toLowerCase(),
  }
}

const limits = {
  most: [
    /(?:at most|(?:no|not) (?:more|longer|higher) than|up to|under|below|less than|fewer than|不超过|不得超过|不大于|至多|最多|低于|少于)\s*$/iu,
    /^\s*(?:or less|or fewer|以下|以内)/iu,
  ],
  least: [
    /(?:at least|(?:no|not) less than|more than|over|above|exceed(?:s|ing)?|(?<!不|不得)超过|不少于|不低于|至少|高于|多于|大于)\s*$/iu,
    /^\s*(?:or more|以上)/iu,
  ],
} as const

function limitOf(before: string, behind: string): Statement['limit'] {
  const isLimit = ([front, back]: readonly [RegExp, RegExp]) => front.test(before) || back.test(behind)
  return isLimit(limits.most) ? 'most' : isLimit(limits.least) ? 'least' : null
}

/**
 * Whether two statements say the same of the same thing, their figures aside: each begins with what the other speaks of, the words next
 * to the figures are the same, most others are in the other sentence, and none stands where the other has a different one.
 */
export function isSameStatement(a: Statement, b: Statement): boolean {
  if (a.limit && b.limit && a.limit !== b.limit) return false
  if (a.ordinals !== b.ordinals || !a.near.some((word) => holds(b.near, word))) return false
  const [one, other] = [sharedBy(a, b), sharedBy(b, a)]
  return (
    (one.first || other.first) &&
    Math.min(one.words, other.words) >= leastWords &&
    (one.share + other.share) / 2 >= leastShared &&
    !isSubstituted(a, b)
  )
}

function sharedBy({ words }: Statement, { all }: Statement) {
  const [first] = words
  const shared = words.filter((word) => holds(all, word)).length
  return { first: first !== undefined && holds(all, first), words: shared, share: shared / Math.max(1, words.length) }
}

/** A word of one stands for another of its kind, or where the other has another word: "the north hut seats" and "the small hut seats". */
function isSubstituted(a: Statement, b: Statement): boolean {
  return a.words.some(
    (word, at) =>
      !holds(b.all, word) &&
      b.words.some(
        (other, place) =>
          !holds(a.all, other) &&
          (areAlternatives(word, other) ||
            (areSame(a.words[at - 1], b.words[place - 1]) && areSame(a.words[at + 1], b.words[place + 1]))),
      ),
  )
}

function areSame(a: Token | undefined, b: Token | undefined): boolean {
  return a === undefined || b === undefined ? a === b : isSameWord(a, b)
}

function holds(words: readonly Token[], word: Token): boolean {
  return words.some((other) => isSameWord(word, other))
}

/** 成立 is in 成立于, as one word is written in Chinese with and without what goes with it. */
function isSameWord(a: Token, b: Token): boolean {
  if (a.term === b.term) return true
  if (a.script !== 'unspaced' || b.script !== 'unspaced') return false
  return a.term.startsWith(b.term) || b.term.startsWith(a.term)
}

function clausesOf(text: string): { readonly start: number; readonly end: number }[] {
  const clauses: { start: number; end: number }[] = []
  let start = 0
  for (const { index } of text.matchAll(clauseEnd)) {
    clauses.push({ start, end: index })
    start = index + 1
  }
  return [...clauses, { start, end: text.length }]
}
