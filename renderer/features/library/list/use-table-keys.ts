import type { KeyboardEvent } from 'react'
import { trashDocuments } from '@renderer/state/library/library-store'
import { chosenIn, move, nothingChosen, select, selectAll, type Step, walk } from './selection'
import { rowId } from './document-row'
import type { TableActs, TableState } from './use-table-state'

const pageRows = 10
/** The keys that mean something with Ctrl or Cmd, too: to move without choosing, and to choose where one is. */
const walking: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End', ' '])

/** The keys of the list while the focus is on the list itself, or on a button of the row it is on. */
export function useTableKeys({ order, selection, setSelection, open, acts, table }: TableState) {
  return (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) {
      if (inRow(event, selection.cursor, () => table.current?.focus({ preventScroll: true }))) event.preventDefault()
      return
    }
    const { cursor } = selection
    const ctrl = event.ctrlKey || event.metaKey
    const go = (step: Step) =>
      setSelection((before) => (ctrl ? walk(before, order, step) : move(before, order, step, event.shiftKey)))
    const unfold = (wanted: boolean) => {
      if (cursor === null) return
      if (open.has(cursor) === wanted) {
        if (wanted) buttonsOf(cursor)[0]?.focus()
        return
      }
      acts.unfold(cursor)
      // What unfolds below the last row in sight would not be seen.
      if (wanted) requestAnimationFrame(() => seen(cursor))
    }
    const keys: Record<string, () => unknown> = {
      ArrowDown: () => go(1),
      ArrowUp: () => go(-1),
      PageDown: () => go(pageRows),
      PageUp: () => go(-pageRows),
      Home: () => go('first'),
      End: () => go('last'),
      ArrowRight: () => unfold(true),
      ArrowLeft: () => unfold(false),
      Enter: () => cursor !== null && acts.open(cursor),
      ' ': () =>
        cursor !== null && setSelection((before) => select(before, order, cursor, { toggle: true, range: false })),
      Delete: () => remove(chosenIn(selection, order)),
      Escape: () => setSelection((before) => ({ ...nothingChosen, cursor: before.cursor })),
      ContextMenu: () => openMenu(cursor, acts),
    }
    const act =
      ctrl && event.key.toLowerCase() === 'a'
        ? () => setSelection((before) => selectAll(before, order))
        : event.shiftKey && event.key === 'F10'
          ? () => openMenu(cursor, acts)
          : event.altKey || (ctrl && !walking.has(event.key))
            ? undefined
            : keys[event.key]
    if (!act || (event.key === 'Escape' && selection.chosen.size === 0)) return
    event.preventDefault()
    act()
  }

  function remove(ids: readonly string[]): void {
    if (ids.length === 0) return
    const last = order.indexOf(ids.at(-1) ?? '')
    const next = order[last + 1] ?? order.findLast((id) => !ids.includes(id)) ?? null
    void trashDocuments(ids)
    setSelection(() => ({ chosen: new Set(next === null ? [] : [next]), anchor: next, cursor: next }))
  }
}

/** The buttons of a row and of its details that are on show, in their order. */
function buttonsOf(id: string): HTMLElement[] {
  const buttons = document.getElementById(rowId(id))?.parentElement?.querySelectorAll('button')
  return [...(buttons ?? [])].filter((button) => button.checkVisibility({ visibilityProperty: true }))
}

/** The keys on a button of a row: → and ← go along its buttons, ← on the first and Escape back to the list. */
function inRow(event: KeyboardEvent, cursor: string | null, backToList: () => void): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false
  if (event.key === 'Escape') {
    backToList()
    return true
  }
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  const buttons = cursor === null || step === undefined ? [] : buttonsOf(cursor)
  const at = buttons.findIndex((button) => button === event.target)
  if (at === -1 || step === undefined) return false
  if (at + step < 0) backToList()
  else buttons[at + step]?.focus()
  return true
}

function openMenu(cursor: string | null, acts: TableActs): void {
  const row = cursor === null ? null : document.getElementById(rowId(cursor))
  if (cursor === null || !row) return
  const { left, bottom } = row.getBoundingClientRect()
  acts.menu(cursor, { x: left + 72, y: bottom - 4 })
}

function seen(id: string): void {
  document.getElementById(rowId(id))?.parentElement?.scrollIntoView({ block: 'nearest' })
}
