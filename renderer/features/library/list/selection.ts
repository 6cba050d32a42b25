/** Which documents are chosen. `cursor` is where the keyboard is, `anchor` where a range begins. */
export interface Selection {
  readonly chosen: ReadonlySet<string>
  readonly anchor: string | null
  readonly cursor: string | null
}

export const nothingChosen: Selection = { chosen: new Set(), anchor: null, cursor: null }

export interface SelectHow {
  /** Ctrl or Cmd: adds or takes away this one. */
  readonly toggle: boolean
  /** Shift: everything from the anchor to here. */
  readonly range: boolean
}

/** A press on a document. `order` is the ids on show, in order. */
export function select(selection: Selection, order: readonly string[], id: string, how: SelectHow): Selection {
  if (how.range) return extend(selection, order, id, how.toggle)
  if (!how.toggle) return { chosen: new Set([id]), anchor: id, cursor: id }
  const chosen = new Set(selection.chosen)
  if (!chosen.delete(id)) chosen.add(id)
  return { chosen, anchor: id, cursor: id }
}

/** Rows to go from the cursor, or an end of the list. */
export type Step = number | 'first' | 'last'

/** An arrow key: moves the cursor, chooses what it lands on, with `range` everything on the way. */
export function move(selection: Selection, order: readonly string[], step: Step, range: boolean): Selection {
  const next = landing(selection, order, step)
  return next === undefined ? selection : select(selection, order, next, { toggle: false, range })
}

/** An arrow key with Ctrl or Cmd: moves the cursor and leaves what is chosen, so that one key can add rows far apart. */
export function walk(selection: Selection, order: readonly string[], step: Step): Selection {
  const next = landing(selection, order, step)
  return next === undefined ? selection : { ...selection, anchor: next, cursor: next }
}

function landing({ cursor }: Selection, order: readonly string[], step: Step): string | undefined {
  if (step === 'first') return order[0]
  if (step === 'last') return order.at(-1)
  const at = order.indexOf(cursor ?? '')
  if (at < 0) return step > 0 ? order[0] : order.at(-1)
  return order[Math.max(0, Math.min(order.length - 1, at + step))]
}

export function selectAll(selection: Selection, order: readonly string[]): Selection {
  return { ...selection, chosen: new Set(order) }
}

/** The chosen documents that are on show, in order: what acts apply to. */
export function chosenIn(selection: Selection, order: readonly string[]): string[] {
  return selection.chosen.size === 0 ? [] : order.filter((id) => selection.chosen.has(id))
}

/** Without documents that are gone: one that comes back from the trash is not chosen by that. The same object where none is gone. */
export function withoutGone(selection: Selection, isThere: (id: string) => boolean): Selection {
  const chosen = [...selection.chosen].filter(isThere)
  return chosen.length === selection.chosen.size ? selection : { ...selection, chosen: new Set(chosen) }
}

function extend(selection: Selection, order: readonly string[], id: string, keep: boolean): Selection {
  const to = order.indexOf(id)
  const from = order.indexOf(selection.anchor ?? id)
  // What the range began at may have been filtered away.
  const start = from < 0 ? to : Math.min(from, to)
  const range = order.slice(start, Math.max(from, to) + 1)
  const anchor = from < 0 ? id : selection.anchor
  return { chosen: new Set(keep ? [...selection.chosen, ...range] : range), anchor: anchor ?? id, cursor: id }
}
