import type { DatePart, GroupKey } from '../../tables/query-plan'
import type { ViewColumn } from '../linking/asked-tables'
import type { ThingMeaning, ViewMeaning } from '../linking/view-mentions'
import { tableLexicon } from '../words/table-lexicon'
import type { Mention } from '../words/asked-mention'
import { dates, figures, isFigureOfPart, names, type ReadingState } from './reading-state'

/** What rows are put together by, and what is asked for behind “which”. */
export interface AskedKeys {
  /** Behind by, per, each, 每. */
  readonly groups: readonly GroupKey[]
  /** Behind which, who, 哪个, top five. */
  readonly asked: GroupKey | null
  readonly askedColumn: ViewColumn | null
  /** A figure behind “sorted by” or “top five by”. */
  readonly sort: Mention<ThingMeaning> | null
}

/** Reads them; null where something is grouped by that cannot be. */
export function readKeys(state: ReadingState, isRanked: boolean): AskedKeys | null {
  const groups: GroupKey[] = []
  let asked: GroupKey | null = null
  let askedColumn: ViewColumn | null = null
  let sort: Mention<ThingMeaning> | null = null
  for (const mark of state.all('mark')) {
    const kind = mark.meaning.mark
    const near = state.after(mark)
    // “What was the best month for sales”: the month is asked for.
    const behind = kind === 'which' && near?.meaning.is === 'superlative' ? state.after(near) : near
    // “By number of units” is by units.
    const next =
      behind?.meaning.is === 'operation' && behind.meaning.operation === 'count' ? state.after(behind) : behind
    const ahead = state.tokens[mark.from]?.isHan === true ? state.before(mark) : undefined
    if (kind === 'sort' || (kind === 'group' && isRanked && isFigureThing(next))) {
      // 销量排名前三: in Chinese the figure stands before.
      sort = [next, ahead].find(isFigureThing) ?? sort
    } else if (kind === 'group' && wordsOf(state, mark) === '分别') {
      groups.push(...keysFrom(state, ahead, true).map(({ key }) => key))
    } else if (kind === 'group') {
      const keys = keysFrom(state, next)
      if (keys.length === 0 && isStray(next)) return null
      groups.push(...keys.map(({ key }) => key))
    } else if (kind === 'which' && isRanked && asksOfDeed(state, mark, next)) {
      // “What did we order most?”: the deed is no order.
      state.use(next)
    } else if (kind === 'which' && !asked) {
      // Of the year and its quarter the quarter: the year is only told with it.
      const first = keysFrom(state, next, true).at(-1)
      if (first) [asked, askedColumn] = [first.key, first.column]
    }
  }
  if (isRanked && !asked) {
    // 销量最多的门店: what stands behind the most is what is asked for.
    const most = state.all('superlative').at(-1)
    const behind = most && state.tokens[most.from]?.isHan === true ? state.after(most) : undefined
    const first = behind ? keysFrom(state, behind, true).at(-1) : undefined
    if (first) [asked, askedColumn] = [first.key, first.column]
  }
  for (const part of state.all('part')) {
    const isAdverb = /ly$|annual/u.test(wordsOf(state, part))
    if (state.isUsed(part) || !isAdverb) continue
    if (isOfRate(state, part)) {
      state.use(part)
      continue
    }
    const keys = partKeys(state, part.meaning.part)
    if (!keys) return null
    state.use(part)
    groups.push(...keys)
  }
  return { groups: unique(groups), asked, askedColumn, sort }
}

/** “Monthly rent” is what “Rent per month” holds, and no group. */
function isOfRate(state: ReadingState, part: Mention<ViewMeaning>): boolean {
  const next = state.mentions.find(({ from }) => from === part.to)
  return next?.meaning.is === 'thing' && next.meaning.columns.some(({ column }) => column.facts.isRate)
}

/** “What did …”, “what do …”: what follows is a verb. */
export function asksOfDeed(
  { tokens }: Pick<ReadingState, 'tokens'>,
  { from, to }: Mention<ViewMeaning>,
  next: Mention<ViewMeaning> | undefined,
): boolean {
  const isDone = /^(?:did|do|does|have|has)$/u.test(tokens[to]?.lower ?? '')
  return isDone && tokens[from]?.lower === 'what' && next?.meaning.is === 'thing'
}

function isFigureThing(mention: Mention<ViewMeaning> | undefined): mention is Mention<ThingMeaning> {
  return (
    mention?.meaning.is === 'thing' &&
    figures(mention.meaning.columns).length > 0 &&
    !names(mention.meaning.columns).some(({ strength }) => strength > 0.9)
  )
}

function isStray(next: Mention<ViewMeaning> | undefined): boolean {
  return next?.meaning.is === 'thing' && next.meaning.table === 0
}

/** The columns and parts of dates that follow, joined by “and”. */
function keysFrom(
  state: ReadingState,
  first: Mention<ViewMeaning> | undefined,
  onlyOne = false,
): { key: GroupKey; column: ViewColumn | null }[] {
  const found: { key: GroupKey; column: ViewColumn | null }[] = []
  let next = first
  while (next) {
    const head = headOf(state, next)
    if (head !== next) state.use(next)
    next = head
    const keys = keysOf(state, next)
    if (keys.length === 0) break
    state.use(next)
    found.push(...keys)
    const and = state.after(next)
    next = !onlyOne && and?.meaning.is === 'mark' && and.meaning.mark === 'and' ? state.after(and) : undefined
  }
  return found
}

/** Of “customer country” the country: what stands before another name tells whose it is. */
function headOf(state: ReadingState, first: Mention<ViewMeaning>): Mention<ViewMeaning> {
  const next = state.mentions.find(({ from }) => from === first.to)
  const isPair =
    first.meaning.is === 'thing' &&
    figures(first.meaning.columns).length === 0 &&
    next?.meaning.is === 'thing' &&
    names(next.meaning.columns).length > 0 &&
    !next.meaning.isVerb
  return isPair && state.tokens[first.from]?.isHan !== true ? next : first
}

function keysOf(state: ReadingState, mention: Mention<ViewMeaning>): { key: GroupKey; column: ViewColumn | null }[] {
  if (mention.meaning.is === 'part')
    return (partKeys(state, mention.meaning.part) ?? []).map((key) => ({ key, column: null }))
  if (mention.meaning.is !== 'thing' || state.isUsed(mention)) return []
  const { columns, isVerb, table } = mention.meaning
  // 哪笔捐款 asks for a row of 捐款名单, not for its 捐款人.
  const fits = names(columns).filter(({ strength }) => table < surelyRows || strength > table - nearlyTable)
  const isPerson = /^(?:who|谁)$/u.test(wordsOf(state, mention))
  if (fits.length === 0 || (isVerb && !isPerson && fits[0]?.strength !== undefined && fits[0].strength < 0.6)) {
    const date = dates(columns).find(({ strength }) => table < surelyRows || strength > table - nearlyTable)
    return date && !isVerb ? [{ key: { column: date.column.ref, part: partSaid(state, mention) }, column: null }] : []
  }
  const column = state.pick(mention as Mention<ThingMeaning>, preferNames(fits))
  return column ? [{ key: { column: column.ref }, column }] : []
}

/** “By month” where the dates stand under “Month”. */
function partSaid(state: ReadingState, { from, to }: Mention<unknown>): DatePart {
  const said = tableLexicon.parts.find(({ en, zh }) =>
    [...en, ...zh].includes(
      state.tokens
        .slice(from, to)
        .map(({ lower }) => lower)
        .join(''),
    ),
  )
  return said?.part ?? 'day'
}

const surelyRows = 0.9
const nearlyTable = 0.12

/** “Customer” is rather the name of a customer than its number. */
export function preferNames(
  fits: readonly { column: ViewColumn; strength: number }[],
): { column: ViewColumn; strength: number }[] {
  const isCode = ({ column }: { column: ViewColumn }) =>
    /(?:^|[^a-z])(?:id|no|nr|code|number)\.?$|编号|号$/iu.test(column.column.header)
  return fits.map((fit) => ({ ...fit, strength: fit.strength - (isCode(fit) ? 0.06 : 0) }))
}

/** A part of the table's dates; with the year, unless one year is asked for. */
export function partKeys(state: ReadingState, part: DatePart): GroupKey[] | null {
  const own = state.view.columns.find((column) => isFigureOfPart(column, part) && column.column.kind !== 'date')
  if (own) return [{ column: own.ref }]
  const inTime = state.where.find(({ column }) => columnOf(state, column)?.column.kind === 'date')
  const all = state.view.columns.filter(({ column }) => column.kind === 'date')
  const first = inTime
    ? columnOf(state, inTime.column)
    : state.pickOf(
        all.map((column) => ({ column, strength: column.facts.concepts.has('date') ? 1 : 0.9 })),
        null,
      )
  if (!first) return null
  const isOneYear = state.where.some((one) => one.part === 'year' && one.operator === '=')
  const needsYear = !isOneYear && ['quarter', 'month', 'week'].includes(part)
  return [...(needsYear ? [{ column: first.ref, part: 'year' as const }] : []), { column: first.ref, part }]
}

export function columnOf(
  { view }: Pick<ReadingState, 'view'>,
  ref: { table: string; column: string },
): ViewColumn | undefined {
  return view.columns.find((one) => one.ref.table === ref.table && one.ref.column === ref.column)
}

function wordsOf({ tokens }: ReadingState, { from, to }: Mention<unknown>): string {
  return tokens
    .slice(from, to)
    .map(({ text }) => text.toLowerCase())
    .join('')
}

function unique(keys: readonly GroupKey[]): GroupKey[] {
  const seen = new Set<string>()
  return keys.filter(({ column, part }) => {
    const key = `${column.table} ${column.column} ${part ?? ''}`
    return !seen.has(key) && seen.add(key)
  })
}
