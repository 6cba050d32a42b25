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
}

/** Adds what is known of a plan to how sure it is; fitted on made questions. */
const weights: Readonly<Record<keyof PlanSigns, number>> = {
  left: -2.6,
  names: -0.4,
  unused: -1.4,
  assumed: -0.5,
  loose: -0.85,
  columns: 0.7,
  cells: 1.9,
  table: 0.4,
  count: 0.2,
  share: 1.1,
  joined: -0.7,
  file: 0.3,
}
const bias = 0.2

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

/** Below it a plan is none. */
export const leastSure = 0.5

/**
 * The most that any plan of these mentions can be sure: what they all leave unexplained stays so, and nothing else speaks against it.
 */
export function mostSureness(
  view: TableView,
  { tokens, hasFile }: Asked,
  { mentions, left }: Pick<Cover, 'mentions' | 'left'>,
): number {
  const draft = { unused: 0, assumed: 0, plan: { measures: [{ column: null }] } }
  return surenessOf({ ...signsOf(view, { tokens, hasFile }, { mentions, left }, draft), loose: 0 })
}

interface Drafted extends Pick<DraftPlan, 'unused' | 'assumed'> {
  readonly plan: { readonly measures: readonly { readonly column: unknown }[] }
}

export function signsOf(
  view: TableView,
  { tokens, hasFile }: Asked,
  cover: Pick<Cover, 'mentions' | 'left'>,
  draft: Drafted,
): PlanSigns {
  const left = cover.left.reduce((sum, at) => sum + leftWeight(tokens, at), 0)
  const all = tokens.reduce((sum, { weight }) => sum + weight, 0)
  const named = cover.mentions.filter(({ meaning }) => meaning.is === 'thing' || meaning.is === 'value')
  const strengths = named.map(({ meaning }) => strengthOf(meaning))
  return {
    left,
    names: cover.left.filter((at) => isName(tokens, at)).length,
    unused: draft.unused,
    assumed: draft.assumed,
    loose: strengths.reduce((sum, one) => sum + (one < firmly ? 1 - one : 0), 0),
    columns: Math.min(mostFirm, named.filter(({ meaning }) => namesColumn(meaning)).length),
    cells: Math.min(mostFirm, named.filter(({ meaning }) => meaning.is === 'value').length),
    table: named.some(({ meaning }) => meaning.is === 'thing' && meaning.table >= firmly && !meaning.isVerb) ? 1 : 0,
    count: draft.plan.measures.some(({ column }) => column === null) ? 1 : 0,
    share: all === 0 ? 0 : 1 - left / all,
    joined: view.joined ? 1 : 0,
    file: hasFile ? 1 : 0,
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
