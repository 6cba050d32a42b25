import type { KeyboardEvent } from 'react'

/** The place in a list that a key leads to from place `at`; undefined where the key leads nowhere. */
export function placeAfterKey(key: string, at: number, last: number): number | undefined {
  const places: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }
  const to = places[key]
  return to === undefined ? undefined : Math.min(Math.max(to, 0), last)
}

/** For the keys of a list: arrows, Home and End move the focus between its buttons that have `data-row`. */
export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button[data-row]')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  // The focus may be on something else in the list.
  if (at < 0) return
  const to = placeAfterKey(event.key, at, buttons.length - 1)
  if (to === undefined) return
  event.preventDefault()
  buttons[to]?.focus()
}
