import type { KeyboardEvent } from 'react'

/** Arrow keys, Home and End move the focus between the main buttons of a list. */
export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button[data-row]')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
  const button = to === undefined || at < 0 ? undefined : buttons[Math.min(Math.max(to, 0), buttons.length - 1)]
  if (!button) return
  event.preventDefault()
  button.focus()
}
