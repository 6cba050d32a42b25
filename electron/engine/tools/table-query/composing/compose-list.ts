import { type Asked, type Composed, inOrder, selected } from './composed'
import { columnOf, preferNames } from '../planning/read-keys'
import { names, type ReadingState } from '../planning/reading-state'
import { nameKeys } from '../words/asked-tokens'

const mostColumns = 12

/** Rows that conditions hold for; the different values of a column where none is set. */
export function listed({ state, keys, operations }: Asked): Composed | null {
  // What is known by its key is one record: record_lookup has those.
  if (state.where.some((one) => one.operator === '=' && columnOf(state, one.column)?.facts.isKey === true && !one.part))
    return null
  const thing = state
    .things()
    .find(({ meaning }) => names(meaning.columns).some(({ strength }) => strength >= 0.7) && !meaning.isVerb)
  const asked = keys.askedColumn ?? (thing && state.pick(thing, preferNames(names(thing.meaning.columns))))
  const isChosen = state.where.length > 0 || isCaptionSaid(state)
  const isOfRows = (thing?.meaning.table ?? 0) >= 0.9 || state.things().some(({ meaning }) => meaning.table >= 0.5)
  if (asked && !(asked.facts.isKey && asked.ref.table === 'main') && !(isOfRows && thing)) {
    if (!operations.has('list') && !isChosen && !asksWhichThereAre(state)) return null
    state.use(thing)
    return { groupBy: [{ column: asked.ref }], orderBy: inOrder([{ column: asked.ref }]) }
  }
  if (!isChosen || (!asked && !isOfRows)) return null
  if (keys.askedColumn)
    return { select: selected(state, [keys.askedColumn, ...state.where.map(({ column }) => columnOf(state, column))]) }
  return { select: state.view.columns.slice(0, mostColumns).map(({ ref }) => ref) }
}

/** “What nationalities are there?” */
function asksWhichThereAre({ tokens }: ReadingState): boolean {
  return /\b(?:are|were) there$/u.test(tokens.map(({ lower }) => lower).join(' '))
}

/** “Listed under operational metrics”: what the caption of one of several tables says chooses its rows. */
function isCaptionSaid({ view, tokens }: ReadingState): boolean {
  const caption = nameKeys(view.main.table.name.split(/[:·]/u).at(-1) ?? '')
  return caption.length > 1 && caption.every((key) => tokens.some(({ keys }) => keys.includes(key)))
}

/** “Orders before March”: the rows by their name and a time, and no word of what is done with them. */
export function listedRows(asked: Asked): Composed | null {
  const { state } = asked
  const isOfRows = state.things().some(({ meaning }) => meaning.table >= 0.8 && !meaning.isVerb)
  state.assumed += 0.3
  return isOfRows ? listed(asked) : null
}
