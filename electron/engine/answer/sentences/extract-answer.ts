import { analyse } from '@engine/text/analyse'
import type { Quote } from '../citations/cite'
import type { QuestionType } from '@engine/question/words/question-type'
import { namedSection } from './named-section'
import { alsoStated } from './same-fact'
import { type Scored, scoreCandidates, type SentenceSearch } from './score-sentences'

/** A verbatim piece of evidence chosen for the answer. */
export interface AnswerSentence extends Quote {
  /** It is shown on a line of its own. */
  readonly listItem: boolean
  /** It is the short answer that the sentences behind it bear out. */
  readonly short?: boolean
  /** It is the header row of a table. */
  readonly heads?: boolean
}

const maxSentences: Record<QuestionType, number> = {
  who: 3,
  when: 3,
  where: 3,
  why: 5,
  quantity: 3,
  procedure: 5,
  list: 12,
  comparison: 8,
  definition: 3,
  other: 5,
}
const maxListItems = 20
/** Of the section that says how to do what is asked, sentences at most. */
const maxOfSection = 12
/** A further sentence must come this near to the best one; of another passage, or a member of a list, nearer still. */
const near = 0.62
const nearElsewhere = 0.75
const nearInList = 0.8
/** Of what its title and heading leave of the question, a further sentence must have this share of what the best one has. */
const minSpecific = 0.5
/** Openings that go on with what the sentence before says. */
const goesOn =
  /^(?:(?:it|they|this|these|that|those|he|she|its|their|his|her|such|both|here)\b|(?:for|as an?) (?:example|instance)\b|[其它他她该此这那]|例如|比如|包括)/iu
const minCoverage = 0.2

/** As `extractFrom`, of sentences that are scored first. */
export async function extractAnswer(search: SentenceSearch, type: QuestionType): Promise<AnswerSentence[]> {
  return extractFrom({ search, type, scored: await scoreCandidates(search, type) })
}

/** A question's sentences with how well each answers. */
export interface ScoredSearch {
  readonly search: SentenceSearch
  readonly type: QuestionType
  /** In reading order. */
  readonly scored: readonly Scored[]
}

/** Whether a section says by its heading how to do what is asked: then the answer is that section, whatever its words. */
export function isSectionAsked({ search: { keyTerms, statistics }, type, scored }: ScoredSearch): boolean {
  return type === 'procedure' && namedSection(keyTerms, scored, statistics).length > 0
}

/**
 * Picks the sentences that answer best, a list as a whole, and says once what several documents say. The best one comes
 * first, the others in reading order. Empty where none is about the question.
 */
export function extractFrom({
  search: { keyTerms, passages, statistics },
  type,
  scored,
}: ScoredSearch): AnswerSentence[] {
  const ranked = scored.toSorted((a, b) => b.score - a.score || a.passage - b.passage || a.start - b.start)
  const [best] = ranked
  if (!best || best.covered < minCoverage) return []
  const section = type === 'procedure' ? namedSection(keyTerms, scored, statistics) : []
  if (section.length > 0)
    return section.slice(0, section.some(({ item }) => item) ? maxListItems : maxOfSection).map(toSentence)
  const list = type === 'list' || type === 'procedure' ? listAround(best, ranked, scored, type) : []
  const chosen = list.length > 1 ? list : withRowsBetween(choose(best, ranked, type), scored, type)
  const lead = withHeaders(list.length > 1 ? list : leadOf(best, chosen, type), scored)
  const rest = inReadingOrder(
    withHeaders(chosen, scored).filter((one) => !lead.includes(one)),
    best,
  )
  const sentences = withoutRepeats([...lead, ...rest]).map(toSentence)
  return sentences.map((sentence) => {
    const also = alsoStated(sentence, scored, passages)
    return also.length > 0 ? { ...sentence, also } : sentence
  })
}

function choose(best: Scored, ranked: readonly Scored[], type: QuestionType): Scored[] {
  const chosen = [best]
  const said = new Set(best.terms)
  for (const candidate of ranked) {
    if (chosen.length >= maxSentences[type] || candidate.score < best.score * near) break
    if (candidate === best || candidate.covered < minCoverage) continue
    if (!candidate.item && !isFitting(candidate, best) && !chosen.some((one) => leadsTo(one, candidate))) continue
    if (candidate.passage !== best.passage && candidate.score < best.score * nearElsewhere) continue
    if (
      type !== 'list' &&
      type !== 'comparison' &&
      best.item &&
      candidate.item &&
      candidate.score < best.score * nearInList
    )
      continue
    const fresh = [...candidate.terms].filter((term) => !said.has(term)).length
    if (fresh / Math.max(1, candidate.terms.size) < 0.3 && !(best.item && candidate.item)) continue
    chosen.push(candidate)
    for (const term of candidate.terms) said.add(term)
  }
  return chosen
}

function isFitting(candidate: Scored, best: Scored): boolean {
  return candidate.specific >= best.specific * minSpecific
}

/** Whether the later sentence stands right behind the earlier one and goes on with it. */
function leadsTo(earlier: Scored, later: Scored): boolean {
  return later.passage === earlier.passage && later.order === earlier.order + 1 && goesOn.test(later.text)
}

/** The whole list, in order, that the best sentences are part of or announce; empty where there is no list. */
function listAround(best: Scored, ranked: readonly Scored[], scored: readonly Scored[], type: QuestionType): Scored[] {
  const isListItem = (candidate: Scored | undefined) => candidate?.item === true && candidate.header === null
  // What to do may be told in a sentence that no list has a part in.
  const least = best.score * (type === 'procedure' ? nearInList : near)
  const anchor = ranked.find((candidate) => candidate.score >= least && (candidate.announces || isListItem(candidate)))
  if (!anchor || (best.item && !isListItem(best))) return []
  const at = scored.indexOf(anchor)
  const inList = (candidate: Scored | undefined) =>
    isListItem(candidate) && candidate?.passage === anchor.passage && candidate.about === anchor.about
  let first = at
  while (first > 0 && inList(scored[first]) && inList(scored[first - 1])) first -= 1
  const before = scored[first - 1]
  if (inList(scored[first]) && before?.announces && before.passage === anchor.passage) first -= 1
  const items = scored.slice(first).findIndex((candidate, offset) => offset > 0 && !inList(candidate))
  return scored.slice(first, items === -1 ? undefined : first + items).slice(0, maxListItems + 1)
}

/** "Levels three to five": of a table, a list question wants the rows between the chosen ones as well. */
function withRowsBetween(chosen: readonly Scored[], scored: readonly Scored[], type: QuestionType): readonly Scored[] {
  if (type !== 'list') return chosen
  const between = scored.filter(({ header, start }) => {
    const rows = chosen.filter((row) => header !== null && row.header === header)
    return rows.some((row) => row.start < start) && rows.some((row) => row.start > start)
  })
  return [...chosen, ...between]
}

/** A table row is only understood with the first row of its table. */
function withHeaders(chosen: readonly Scored[], scored: readonly Scored[]): Scored[] {
  return chosen.flatMap((candidate) => {
    const header = scored.find(
      ({ start, passage }) => start === candidate.header?.start && passage === candidate.passage,
    )
    return header ? [header, candidate] : [candidate]
  })
}

/** Later sentences that say the same words as an earlier one are left out. */
function withoutRepeats(chosen: readonly Scored[]): Scored[] {
  const seen = new Set<string>()
  return chosen.filter(({ text }) => {
    const key = analyse(text).join(' ')
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** What the answer begins with: the best sentence, of a procedure with the chosen ones that it stands among. */
function leadOf(best: Scored, chosen: readonly Scored[], type: QuestionType): readonly Scored[] {
  if (type === 'list') return inReadingOrder(chosen, best)
  if (type !== 'procedure') return [best]
  const orders = new Set(chosen.map(({ order }) => order))
  let [first, last] = [best.order, best.order]
  while (orders.has(first - 1)) first -= 1
  while (orders.has(last + 1)) last += 1
  return inReadingOrder(
    chosen.filter(({ order, passage }) => passage === best.passage && order >= first && order <= last),
    best,
  )
}

/** The best passage first. */
function inReadingOrder(chosen: readonly Scored[], best: Scored): Scored[] {
  const isBest = ({ passage }: Scored) => Number(passage === best.passage)
  return chosen.toSorted((a, b) => isBest(b) - isBest(a) || a.passage - b.passage || a.start - b.start)
}

function toSentence({ passage, start, end, text, item, heads }: Scored): AnswerSentence {
  return { passage, start, end, text, listItem: item && !heads, ...(heads ? { heads } : {}) }
}
