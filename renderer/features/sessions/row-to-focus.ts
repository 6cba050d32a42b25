/** The row that a key moves the focus to from row `at`; null where the key does not move it. Headings have the id ''. */
export function rowToFocus(key: string, at: number, ids: readonly string[]): number | null {
  const sessions = ids.flatMap((id, index) => (id === '' ? [] : [index]))
  switch (key) {
    case 'ArrowDown':
      return sessions.find((index) => index > at) ?? null
    case 'ArrowUp':
      return sessions.findLast((index) => index < at) ?? null
    case 'Home':
      return sessions[0] ?? null
    case 'End':
      return sessions.at(-1) ?? null
    default:
      return null
  }
}

/** The row that takes the focus when row `at` goes: the next one, or else the one before; -1 where it was the last. */
export function rowBeside(at: number, ids: readonly string[]): number {
  return rowToFocus('ArrowDown', at, ids) ?? rowToFocus('ArrowUp', at, ids) ?? -1
}
