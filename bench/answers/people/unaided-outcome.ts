import type { AnswerOutcome, CairnEvent } from '@shared/events'
import { passageExcerpt } from '@shared/excerpts/passage-excerpt'
import { parseSelector } from '@shared/session/selector'
import type { Engine } from '@engine/ports/engine-interface'
import { round } from '../../metrics'
import { ask } from './people-outcome'
import type { UnaidedQuestion } from './unaided-questions'

/**
 * What a person sees. Of a question with an answer: it leads, it stands further down or among the closest passages, or it
 * is not there (`wrong` under a lead, `lacking` among closest passages). Of one without: whether anything leads.
 */
export type Seen = 'right' | 'below' | 'wrong' | 'closest' | 'lacking' | 'nothing' | 'asked_back'

/** What became of one question. */
export interface UnaidedOutcome {
  readonly question: UnaidedQuestion
  readonly seen: Seen
  /** What leads, in one line; empty where nothing does. */
  readonly lead: string
  /** How likely the lead was held to be right; null where that was not said. */
  readonly likely: number | null
  /** What it was judged by; null where nothing was judged. */
  readonly judged: Readonly<Record<string, number>> | null
}

/** Asks a question behind those before it, in a chat of its own. */
export async function askUnaided(question: UnaidedQuestion, engine: Engine): Promise<UnaidedOutcome> {
  const session = `unaided_${question.id.replaceAll(/[^A-Za-z0-9_-]/gu, '_')}`
  for (const before of question.previous) await ask(before, session, engine)
  const events = await ask(question.question, session, engine)
  const final = events.find((event) => event.type === 'final')
  const shown = { response: final?.response ?? '', excerpts: excerptsIn(events) }
  const outcome = final?.outcome ?? 'nothing'
  const lead = outcome === 'answer' ? leadOf(shown.response) : { short: null, text: '' }
  const seen = seenOf(question, outcome, lead, shown)
  const trace = (await engine.getSession(session)).session.turns?.at(-1)
  const said = { lead: [lead.short ?? '', lead.text].join(' ').trim(), likely: final?.likely ?? null }
  return { question, seen, ...said, judged: trace?.judged ?? null }
}

interface Lead {
  /** A short answer above its sentence. */
  readonly short: string | null
  readonly text: string
}

/** Above a sentence a short answer is no longer than this. */
const maxShort = 80

function leadOf(response: string): Lead {
  const blocks = response
    .split(/\n{2,}/u)
    .map((block) => block.replaceAll(/\s*\[\d+\]/gu, '').trim())
    .filter((block) => block !== '')
  const [first = '', second] = blocks
  return second !== undefined && first.length <= maxShort && folded(second).includes(folded(first))
    ? { short: first, text: second }
    : { short: null, text: first }
}

function seenOf(
  { isAnswerable, answers, documents, passages }: UnaidedQuestion,
  outcome: AnswerOutcome,
  { short, text }: Lead,
  { response, excerpts }: { readonly response: string; readonly excerpts: readonly Excerpt[] },
): Seen {
  if (outcome === 'asked_back') return 'asked_back'
  if (outcome !== 'answer' && outcome !== 'closest') return 'nothing'
  const holds = (where: string) => answers.some((answer) => folded(where).includes(folded(answer)))
  const isFrom = (source: string | null) => documents.length === 0 || (source !== null && documents.includes(source))
  const tells = ({ text: where, source }: Excerpt) =>
    [...passages, ...answers].some(
      (wanted) => folded(where).includes(folded(wanted)) && (wanted.length >= minTelling || isFrom(source)),
    )
  const isShown = isAnswerable && [{ text: response, source: null }, ...excerpts].some(tells)
  if (outcome === 'closest') return isShown ? 'closest' : 'lacking'
  if (!isAnswerable) return 'wrong'
  const isPassage = passages.some((passage) => overlap(folded(text), folded(passage)))
  const isRight =
    short === null
      ? holds(text) || isPassage
      : answers.some((answer) => folded(short).includes(folded(answer)) || folded(answer).includes(folded(short)))
  if (isRight) return 'right'
  return isShown ? 'below' : 'wrong'
}

/** A shorter answer, as a bare number, counts in a document that answers alone: elsewhere it stands by accident. */
const minTelling = 4
/** The least that counts as part of a passage. */
const minOverlap = 12

function overlap(one: string, other: string): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one]
  return shorter.length >= minOverlap && longer.includes(shorter)
}

/** Without white space, the marks of tables and of Markdown, and capitals. */
function folded(text: string): string {
  return text.toLowerCase().replaceAll(/[\s|*]+/gu, '')
}

interface Excerpt {
  readonly text: string
  /** The name of its document; null for an answer's own text. */
  readonly source: string | null
}

/** What a card beside the answer, or in place of it, shows of each citation. */
function excerptsIn(events: readonly CairnEvent[]): Excerpt[] {
  const items = events.findLast((event) => event.type === 'evidence')?.items ?? []
  const refs = events.find((event) => event.type === 'final')?.refs ?? []
  return refs.flatMap((ref) => {
    const item = items.find(({ number }) => number === ref.number)
    if (!item) return []
    const cited = parseSelector(ref.selector).filter((part) => part.kind === 'chars')
    const parts = passageExcerpt(item.text, cited)
    return { text: parts.map((part) => part.text).join(''), source: item.document_name }
  })
}

/** Counts and shares over all questions, by language and by kind. */
export function unaidedFigures(outcomes: readonly UnaidedOutcome[]): Record<string, unknown> {
  const by = (name: (outcome: UnaidedOutcome) => string) =>
    Object.fromEntries(
      [...new Set(outcomes.map(name))].map((value) => [value, figures(outcomes.filter((one) => name(one) === value))]),
    )
  return {
    ...figures(outcomes),
    by_language: by(({ question }) => question.language),
    by_kind: by(({ question }) => question.kind),
  }
}

function figures(outcomes: readonly UnaidedOutcome[]) {
  const answerable = outcomes.filter(({ question }) => question.isAnswerable)
  const others = outcomes.filter(({ question }) => !question.isAnswerable)
  const count = (from: readonly UnaidedOutcome[], ...wanted: Seen[]) =>
    from.filter(({ seen }) => wanted.includes(seen)).length
  const share = (part: number, whole: number) => (whole === 0 ? null : round(part / whole))
  return {
    answerable: answerable.length,
    right: count(answerable, 'right'),
    below_a_wrong_lead: count(answerable, 'below'),
    wrong: count(answerable, 'wrong'),
    closest_hold_it: count(answerable, 'closest'),
    closest_lack_it: count(answerable, 'lacking'),
    nothing: count(answerable, 'nothing'),
    asked_back: count(answerable, 'asked_back'),
    wrong_lead_share: share(count(answerable, 'below', 'wrong'), answerable.length),
    on_screen_share: share(count(answerable, 'right', 'below', 'closest'), answerable.length),
    unanswerable: others.length,
    unanswerable_led: count(others, 'wrong', 'right', 'below'),
    unanswerable_led_share: share(count(others, 'wrong', 'right', 'below'), others.length),
    unanswerable_closest: count(others, 'closest', 'lacking'),
  }
}
