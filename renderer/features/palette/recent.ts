import { z } from 'zod'

const storageKey = 'cairn.recent'
const mostKept = 12
const Recent = z.array(z.string().max(300)).max(100)

/** Ids of what was chosen in the palette, newest first. */
export function readRecent(): string[] {
  try {
    return Recent.parse(JSON.parse(localStorage.getItem(storageKey) ?? '[]'))
  } catch {
    return []
  }
}

export function rememberRecent(id: string): void {
  try {
    const ids = [id, ...readRecent().filter((other) => other !== id)].slice(0, mostKept)
    localStorage.setItem(storageKey, JSON.stringify(ids))
  } catch {
    // Full or forbidden storage costs the order of an empty palette, nothing else.
  }
}
