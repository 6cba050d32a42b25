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

/** An arrow key: moves the cursor by `step`, chooses what it lands on, or with `range` everything on the way. */
export function move(selection: Selection, order: readonly string[], step: number, range: boolean): Selection {
  const at = order.indexOf(selection.cursor ?? '')
  const next = order[at < 0 ? (step > 0 ? 0 : order.length - 1) : Math.max(0, Math.min(order.length - 1, at + step))]
  if (next === undefined) return selection
  return select(selection, order, next, { toggle: false, range })
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
