import type { TableView, ViewMeaning } from '../linking/view-mentions'
import type { AskedToken } from '../words/asked-tokens'
import { type Cover, leftWeight, strengthOf } from './cover-question'
import type { DraftPlan } from './reading-state'

/** What speaks for and against a plan, each 0 or more. */
export interface PlanSigns {
  /** Words that nothing explains: verbs count less than nouns. */
  readonly left: number
  /** Of them names and numbers, which would choose rows. */
  readonly names: number
  /** Words that are explained and have no part in the plan. */
  readonly unused: number
  /** What was taken without being said. */
  readonly assumed: number
  /** How much of a word's meaning is only near: 1 less its strength, summed over columns and names. */
  readonly loose: number
  /** Columns that are named just as the table has them. */
  readonly columns: number
  /** Cells that are named. */
  readonly cells: number
  /** Whether the table or its rows are. */
  readonly table: number
  /** Whether rows are counted, and nothing else is asked of them. */
  readonly count: number
  /** Share of the question's weight that is explained. */
  readonly share: number
  readonly joined: number
  /** Whether the question names the file. */
  readonly file: number
  /** Words that nothing but a list of words without a meaning of their own explains: file, add, I. */
  readonly filled: number
  /** Whether the values of a column are listed, and nothing says of which table. */
  readonly bare: number
}

/** Adds what is known of a plan to how sure it is; fitted on made questions. */
const weights: Readonly<Record<keyof PlanSigns, number>> = {
  left: -2.67,
  names: -0.31,
  unused: -1.61,
  assumed: -0.92,
  loose: -0.64,
  columns: 0.51,
  cells: 0.93,
  table: -0.05,
  count: 0.06,
  share: 1.61,
  joined: -0.73,
  file: 0.56,
  filled: -0.76,
  bare: -0.7,
}
const bias = 0.66

/** A record that is named with its field is told by record_lookup, which is surer of it. */
const surest = 0.95

export function surenessOf(signs: PlanSigns): number {
  const keys = Object.keys(weights) as (keyof PlanSigns)[]
  const sum = keys.reduce((total, key) => total + weights[key] * signs[key], bias)
  return Math.min(surest, 1 / (1 + Math.exp(-sum)))
}

interface Asked {
  readonly tokens: readonly AskedToken[]
  readonly hasFile: boolean
}

type Covered = Pick<Cover, 'mentions' | 'left'>

/** Below it a plan is none. */
export const leastSure = 0.5

/** The most that any plan of these mentions can be sure: what they all leave unexplained stays so, and nothing else speaks against it. */
export function mostSureness(view: TableView, asked: Asked, covered: Covered): number {
  const nothing = { unused: 0, assumed: 0, count: 1, bare: 0 }
  return surenessOf({ ...readingSigns(view, asked, covered), loose: 0, filled: 0, ...nothing })
}

export function signsOf(view: TableView, asked: Asked, cover: Cover, { plan, unused, assumed }: DraftPlan): PlanSigns {
  const reading = readingSigns(view, asked, cover)
  const isCount = plan.measures.some(({ column }) => column === null)
  const isBare = plan.measures.length === 0 && plan.where.length === 0 && plan.groupBy.length > 0
  const isPlaced = reading.table > 0 || reading.file > 0
  return { ...reading, unused, assumed, count: isCount ? 1 : 0, bare: isBare && !isPlaced ? 1 : 0 }
}

type ReadingSigns = Omit<PlanSigns, 'unused' | 'assumed' | 'count' | 'bare'>

function readingSigns(view: TableView, { tokens, hasFile }: Asked, { mentions, left: open }: Covered): ReadingSigns {
  const left = open.reduce((sum, at) => sum + leftWeight(tokens, at), 0)
  const weightIn = (from: number, to: number) => tokens.slice(from, to).reduce((sum, { weight }) => sum + weight, 0)
  const all = weightIn(0, tokens.length)
  const named = mentions.filter(({ meaning }) => meaning.is === 'thing' || meaning.is === 'value')
  const strengths = named.map(({ meaning }) => strengthOf(meaning))
  const fillers = mentions.filter(({ meaning }) => meaning.is === 'filler')
  return {
    left,
    names: open.filter((at) => isName(tokens, at)).length,
    loose: strengths.reduce((sum, one) => sum + (one < firmly ? 1 - one : 0), 0),
    columns: Math.min(mostFirm, named.filter(({ meaning }) => namesColumn(meaning)).length),
    cells: Math.min(mostFirm, named.filter(({ meaning }) => meaning.is === 'value').length),
    table: named.some(({ meaning }) => meaning.is === 'thing' && meaning.table >= firmly && !meaning.isVerb) ? 1 : 0,
    share: all === 0 ? 0 : 1 - left / all,
    joined: view.joined ? 1 : 0,
    file: hasFile ? 1 : 0,
    filled: fillers.reduce((sum, { from, to }) => sum + weightIn(from, to), 0),
  }
}

const firmly = 0.85
const mostFirm = 2

function namesColumn(meaning: ViewMeaning): boolean {
  return meaning.is === 'thing' && (meaning.columns[0]?.strength ?? 0) >= firmly
}

/** A name in the middle of a question, or a number. */
function isName(tokens: readonly AskedToken[], at: number): boolean {
  const text = tokens[at]?.text ?? ''
  return /\d/u.test(text) || (at > 0 && /^\p{Lu}/u.test(text))
}
