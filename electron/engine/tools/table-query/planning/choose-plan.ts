import { hasHan } from '@engine/text/letters'
import type { AskedToken } from '../words/asked-tokens'
import type { JoinLink, TableIndex } from '../linking/asked-tables'
import {
  type AskedWords,
  type TableView,
  type ValueMeaning,
  type ViewMeaning,
  viewMentions,
} from '../linking/view-mentions'
import type { Mention } from '../words/asked-mention'
import { yearsOf } from '../words/asked-time'
import { askedViews } from './asked-views'
import { composePlan } from '../composing/compose-plan'
import { type Cover, coverQuestion, strengthOf } from './cover-question'
import { leastSure, mostSureness, type PlanSigns, signsOf, surenessOf } from './plan-signs'
import type { DraftPlan } from './reading-state'

/** A plan with how much of the question it explains. */
export interface RatedPlan extends DraftPlan {
  readonly view: TableView
  readonly score: number
  /** 0 to 1. */
  readonly confidence: number
  /** Token numbers that nothing explains. */
  readonly left: readonly number[]
  readonly signs: PlanSigns
}

/** What cells say that no header does. */
export interface CellLookups {
  /** Values of cells that words of the question are, by view. */
  readonly values: (view: TableView, left: readonly number[]) => Promise<readonly Mention<ValueMeaning>[]>
  /** Whether joined columns hold some of the same. */
  readonly holdsSame: (link: JoinLink) => Promise<boolean>
}

const joinCost = 0.35
const lookedUp = 3

/** The plans that explain a question, best first, one for each table. */
export async function ratedPlans(index: TableIndex, asked: AskedWords, cells: CellLookups): Promise<RatedPlan[]> {
  const views = askedViews(index, asked)
  const first = views.map((view) => ({ view, best: bestOf(view, asked, []) }))
  const ranked = first.toSorted((a, b) => scoreOf(b.best) - scoreOf(a.best))
  const found: RatedPlan[] = []
  for (const [at, { view, best }] of ranked.entries()) {
    const left = best.plan?.left ?? best.left
    const isOpen = at < lookedUp && left.length > 0 && (found[0]?.confidence ?? 0) < 0.9
    const values = isOpen ? await cells.values(view, left) : []
    const better = values.length > 0 ? bestOf(view, asked, values) : best
    const { plan } = better
    if (!plan || (view.joined && plan.confidence >= leastSure && !(await cells.holdsSame(view.joined.link)))) continue
    found.push(plan)
  }
  return found.toSorted((a, b) => b.score - a.score)
}

interface Best {
  readonly plan: RatedPlan | null
  /** Of the reading that explains most. */
  readonly score: number
  readonly left: readonly number[]
}

function scoreOf({ plan, score }: Best): number {
  return Math.max(plan?.score ?? -Infinity, score - 0.5)
}

function bestOf(view: TableView, asked: AskedWords, values: readonly Mention<ValueMeaning>[]): Best {
  const { tokens } = asked
  const own = viewMentions(view, asked)
  const general = asked.mentions.filter((one) => one.meaning.is !== 'concept' && !isCountHeader(view, tokens, one))
  const mentions = [...general, ...own, ...values]
  const glance = glanceAt(asked, mentions)
  const most = mostSureness(view, { tokens, hasFile: asked.isNamed === true }, { mentions, left: glance.left })
  if (most < leastSure) return { plan: null, ...glance }
  const covers = coverQuestion(tokens, mentions)
  let plan: RatedPlan | null = null
  for (const cover of covers) {
    if (plan && cover.score < plan.score) break
    const rated = rate(view, asked, cover)
    if (rated && rated.score > (plan?.score ?? -Infinity)) plan = rated
  }
  return { plan, score: covers[0]?.score ?? -Infinity, left: covers[0]?.left ?? [] }
}

/** What no reading explains, and the most that one can explain: told without looking at how mentions fit together. */
function glanceAt({ tokens }: AskedWords, mentions: readonly Mention<ViewMeaning>[]): Omit<Best, 'plan'> {
  const best = tokens.map(() => 0)
  for (const { from, to, meaning } of mentions) {
    const strength = strengthOf(meaning)
    for (let at = from; at < to; at += 1) best[at] = Math.max(best[at] ?? 0, strength)
  }
  const left = tokens.flatMap(({ weight }, at) => (weight > 0 && best[at] === 0 ? [at] : []))
  const score = tokens.reduce((sum, { weight }, at) => sum + weight * (best[at] === 0 ? -1 : (best[at] ?? 0)), 0)
  return { score, left }
}

/** 的数量 counts rows, unless the table has a column 数量. */
function isCountHeader({ columns }: TableView, tokens: readonly AskedToken[], { from, to, meaning }: Mention): boolean {
  if (meaning.is !== 'operation' || meaning.operation !== 'count' || tokens[from]?.text !== '的') return false
  const words = tokens.slice(from + 1, to).map(({ keys: [key] }) => key)
  return columns.some(({ facts }) => facts.isFigure && facts.keys.join() === words.join())
}

function rate(view: TableView, { tokens, mentions, isNamed: hasFile }: AskedWords, cover: Cover): RatedPlan | null {
  const inner = mentions.flatMap(({ from, to, meaning }) => {
    const isInside = cover.mentions.some((one) => one.meaning.is === 'thing' && one.from <= from && one.to >= to)
    return meaning.is === 'operation' && isInside ? [meaning.operation] : []
  })
  if (!cover.mentions.some(({ meaning }) => meaning.is === 'thing' || meaning.is === 'value')) return null
  const draft = composePlan(view, tokens, cover.mentions, inner)
  if (!draft) return null
  const score =
    cover.score -
    2 * draft.unused -
    draft.assumed -
    (view.joined ? joinCost : 0) +
    (isNamed(cover) ? named : 0) +
    yearFit(view, cover) +
    (isOfLanguage(view, tokens) ? sameLanguage : 0)
  const signs = signsOf(view, { tokens, hasFile: hasFile === true }, cover, draft)
  const confidence = surenessOf(signs)
  return { ...draft, view, score, confidence, left: cover.left, signs }
}

const sameLanguage = 0.25

function isOfLanguage({ main }: TableView, tokens: readonly AskedToken[]): boolean {
  return tokens.some(({ isHan }) => isHan) === main.columns.some(({ column }) => hasHan(column.header))
}

const ofAskedYear = 0.2
const ofOtherYear = -0.5

/** Of tables that are of a year each, the one of the asked year is meant. */
function yearFit({ main: { years } }: TableView, { mentions }: Cover): number {
  const said = new Set(mentions.flatMap(({ meaning }) => (meaning.is === 'time' ? yearsOf(meaning.time) : [])))
  if (said.size === 0 || years.size === 0) return 0
  return [...said].some((year) => years.has(year)) ? ofAskedYear : ofOtherYear
}

/** The question names the table or its rows. */
const named = 0.2

function isNamed({ mentions }: Cover): boolean {
  return mentions.some(
    ({ meaning }) =>
      meaning.is === 'thing' && meaning.table > 0.5 && meaning.table > (meaning.columns[0]?.strength ?? 0),
  )
}
