import { isDeepStrictEqual } from 'node:util'
import type { Condition, DatePart, GroupKey, QueryPlan } from '../../tables/query-plan'
import type { ColumnFit, TableView, ThingMeaning, ValueMeaning, ViewMeaning } from '../linking/view-mentions'
import type { ViewColumn } from '../linking/asked-tables'
import type { DateTest } from '../words/asked-time'
import type { AskedToken } from '../words/asked-tokens'
import type { Mention } from '../words/asked-mention'

/** What the figures of a plan are shown as, where that is not what they are. */
export type ShownAs =
  | { readonly is: 'share'; readonly of: string | null }
  | { readonly is: 'change'; readonly from: readonly number[]; readonly to: readonly number[] }
  /** The average of the groups' figures: sales a month. */
  | { readonly is: 'average' }
  /** From the first measure to the second, which are of one row. */
  | { readonly is: 'difference' }

/** A stretch of the question that fits several columns equally. */
export interface Ambiguity {
  /** Half-open token numbers; null where the question names no column at all. */
  readonly at: { readonly from: number; readonly to: number } | null
  readonly columns: readonly ViewColumn[]
}

/** A plan as far as the question says it. */
export interface DraftPlan {
  readonly plan: QueryPlan
  readonly as: ShownAs | null
  readonly ambiguities: readonly Ambiguity[]
  /** Token weight that the plan makes no use of. */
  readonly unused: number
  /** How much of it was taken without being said, 0 to 1. */
  readonly assumed: number
}

/** Mentions of a question while they are being used up. */
export class ReadingState {
  readonly where: Condition[] = []
  readonly groups: GroupKey[] = []
  readonly ambiguities: Ambiguity[] = []
  /** Times that chose columns by their headers. */
  readonly columnTimes: (readonly DateTest[])[] = []
  /** Columns that the result has: another name of theirs says nothing new. */
  readonly shown = new Set<ViewColumn>()
  readonly #used = new Set<Mention<ViewMeaning>>()
  assumed = 0

  constructor(
    readonly view: TableView,
    readonly tokens: readonly AskedToken[],
    readonly mentions: readonly Mention<ViewMeaning>[],
  ) {}

  use(mention: Mention<ViewMeaning> | undefined): void {
    if (mention) this.#used.add(mention)
  }

  isUsed(mention: Mention<ViewMeaning>): boolean {
    return this.#used.has(mention)
  }

  /** Mentions of one sort in their order. */
  all<Is extends ViewMeaning['is']>(is: Is): Mention<Extract<ViewMeaning, { is: Is }>>[] {
    return this.mentions.filter((one): one is Mention<Extract<ViewMeaning, { is: Is }>> => one.meaning.is === is)
  }

  things(): Mention<ThingMeaning>[] {
    return this.all('thing').filter((one) => !this.#used.has(one))
  }

  hasMark(mark: string): boolean {
    return this.all('mark').some(({ meaning }) => meaning.mark === mark)
  }

  /** The next mention that is no filler, with nothing unexplained between. */
  after(mention: Mention<ViewMeaning>): Mention<ViewMeaning> | undefined {
    const at = this.mentions.indexOf(mention)
    const next = this.mentions.slice(at + 1).find(({ meaning }) => meaning.is !== 'filler')
    return next && this.#isNear(mention.to, next.from) ? next : undefined
  }

  before(mention: Mention<ViewMeaning>): Mention<ViewMeaning> | undefined {
    const at = this.mentions.indexOf(mention)
    const previous = this.mentions.slice(0, Math.max(0, at)).findLast(({ meaning }) => meaning.is !== 'filler')
    return previous && this.#isNear(previous.to, mention.from) ? previous : undefined
  }

  #isNear(end: number, start: number): boolean {
    return this.tokens.slice(end, start).every(({ isFree }) => isFree || this.#isFiller(end, start))
  }

  #isFiller(end: number, start: number): boolean {
    return this.mentions.some(({ from, to, meaning }) => meaning.is === 'filler' && from >= end && to <= start)
  }

  /** The best of the columns that fit; others that fit as well are remembered as an ambiguity. */
  pick(mention: Mention<ThingMeaning | ValueMeaning>, fits: readonly ColumnFit[]): ViewColumn | undefined {
    return this.pickOf(fits, { from: mention.from, to: mention.to })
  }

  pickOf(fits: readonly ColumnFit[], at: Ambiguity['at']): ViewColumn | undefined {
    const isOther = ({ column }: ColumnFit) => (column.ref.table === 'main' ? 0 : 1)
    const order = (a: ColumnFit, b: ColumnFit) => b.strength - a.strength || isOther(a) - isOther(b)
    const [best, ...others] = this.#ofAskedTime(fits).toSorted(order)
    if (!best) return undefined
    const isRival = ({ column: { column } }: ColumnFit) => column.header !== best.column.column.header
    const equal = others.filter((one) => one.strength > best.strength - nearlyEqual && isRival(one))
    if (equal.length > 0) this.ambiguities.push({ at, columns: [best, ...equal].map(({ column }) => column) })
    return best.column
  }

  /** Of columns whose headers say a time, those of the asked one. */
  #ofAskedTime(fits: readonly ColumnFit[]): readonly ColumnFit[] {
    if (this.columnTimes.length === 0) return fits
    return fits.filter(
      ({ column: { facts } }) =>
        facts.time.length === 0 || this.columnTimes.some((time) => isDeepStrictEqual(time, facts.time)),
    )
  }

  weightOf({ from, to }: Mention<ViewMeaning>): number {
    return this.tokens.slice(from, to).reduce((sum, { weight }) => sum + weight, 0)
  }
}

const nearlyEqual = 0.015

/** Below it a fit only says what stands beside a value. */
const leastFit = 0.5

export function figures(fits: readonly ColumnFit[]): ColumnFit[] {
  return fits.filter(({ column, strength }) => column.facts.isFigure && strength >= leastFit)
}

export function dates(fits: readonly ColumnFit[]): ColumnFit[] {
  return fits.filter(({ column, strength }) => column.column.kind === 'date' && strength >= leastFit)
}

/** Columns whose values name groups of rows. */
export function names(fits: readonly ColumnFit[]): ColumnFit[] {
  return fits.filter(
    ({ column, strength }) => !column.facts.isFigure && column.column.kind !== 'date' && strength >= leastFit,
  )
}

export function isFigureOfPart({ facts }: ViewColumn, part: DatePart): boolean {
  return facts.keys.at(-1) === part || partHeaders[part].test(facts.keys.join(''))
}

const partHeaders: Readonly<Record<DatePart, RegExp>> = {
  year: /年(?:份|度)?$/u,
  quarter: /季度?$/u,
  month: /月(?:份|度)?$/u,
  week: /周(?:次|数)?$/u,
  day: /日(?:期|子)?$/u,
  weekday: /^(?:星期|周几)/u,
}
