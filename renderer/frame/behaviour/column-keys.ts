import { useEffect, useRef } from 'react'
import { runAction, useShortcut } from '@renderer/state/window/shortcuts'

/** Goes from column to column with the keys: from an open document back to the answer, without every stop between them. */
export function useColumnKeys(): void {
  /** Where the focus was last in each column. */
  const last = useRef(new WeakMap<Element, HTMLElement>())
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      const column = target.closest('[data-column]')
      if (column !== null && column !== target) last.current.set(column, target)
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  const step = (by: 1 | -1) => {
    const columns = [...document.querySelectorAll<HTMLElement>('[data-column]')]
    const at = columns.findIndex((column) => column.contains(document.activeElement))
    // What lies over the columns, such as a dialog, keeps the focus.
    if (at === -1 && document.activeElement !== document.body) return false
    const next = columns.at(at === -1 ? 0 : (at + by) % columns.length)
    if (next === undefined) return false
    focusIn(next, last.current.get(next))
    return true
  }
  useShortcut('next_column', () => step(1))
  useShortcut('previous_column', () => step(-1))
}

/** Where the reader was; else what the column shows, or where its questions are written. */
function focusIn(column: HTMLElement, before: HTMLElement | undefined): void {
  if (before?.isConnected === true && before.checkVisibility()) {
    before.focus()
    return
  }
  const shown = column.querySelector<HTMLElement>('[aria-current="page"], [role="tab"][aria-selected="true"]')
  if (column.matches('main')) {
    if (!runAction('focus_composer')) column.focus()
  } else shown?.focus()
}
