import type { KeyboardEvent, RefObject } from 'react'
import { trashDocuments } from '@renderer/state/library/library-store'
import { chosenIn, move, nothingChosen, type Selection, select, selectAll } from './selection'
import { rowId } from './document-row'
import type { TableActs } from './use-table-acts'

interface TableKeys {
  readonly order: readonly string[]
  readonly selection: Selection
  readonly onSelect: (change: (selection: Selection) => Selection) => void
  readonly open: ReadonlySet<string>
  readonly acts: TableActs
  readonly table: RefObject<HTMLElement | null>
}

const pageRows = 10

/** What the keys do while the focus is on the list itself. */
export function useTableKeys({ order, selection, onSelect, open, acts, table }: TableKeys) {
  return (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) {
      if (event.key === 'Escape' && !event.defaultPrevented) table.current?.focus()
      return
    }
    const { cursor } = selection
    const go = (step: number) => onSelect((before) => move(before, order, step, event.shiftKey))
    const unfold = (wanted: boolean) => cursor !== null && open.has(cursor) !== wanted && acts.unfold(cursor)
    const ctrl = event.ctrlKey || event.metaKey
    const keys: Record<string, () => unknown> = {
      ArrowDown: () => go(1),
      ArrowUp: () => go(-1),
      PageDown: () => go(pageRows),
      PageUp: () => go(-pageRows),
      Home: () => go(-order.length),
      End: () => go(order.length),
      ArrowRight: () => unfold(true),
      ArrowLeft: () => unfold(false),
      Enter: () => cursor !== null && acts.open(cursor),
      ' ': () => cursor !== null && onSelect((before) => select(before, order, cursor, { toggle: true, range: false })),
      Delete: () => remove(chosenIn(selection, order)),
      Escape: () => onSelect((before) => ({ ...nothingChosen, cursor: before.cursor })),
      ContextMenu: () => menu(cursor),
    }
    const act =
      ctrl && event.key.toLowerCase() === 'a'
        ? () => onSelect((before) => selectAll(before, order))
        : event.shiftKey && event.key === 'F10'
          ? () => menu(cursor)
          : ctrl || event.altKey
            ? undefined
            : keys[event.key]
    if (!act || (event.key === 'Escape' && selection.chosen.size === 0)) return
    event.preventDefault()
    act()
  }

  function menu(cursor: string | null): void {
    const row = cursor === null ? null : document.getElementById(rowId(cursor))
    if (cursor === null || !row) return
    const { left, bottom } = row.getBoundingClientRect()
    acts.menu(cursor, { x: left + 72, y: bottom - 4 })
  }

  function remove(ids: readonly string[]): void {
    if (ids.length === 0) return
    const last = order.indexOf(ids.at(-1) ?? '')
    const next = order[last + 1] ?? order.findLast((id) => !ids.includes(id)) ?? null
    void trashDocuments(ids)
    onSelect(() => ({ chosen: new Set(next === null ? [] : [next]), anchor: next, cursor: next }))
  }
}
