import { create } from 'zustand'

const storageKey = 'cairn.drafts'
const mostKept = 100

/** What was typed but not sent, by session (`new` for a new chat); it survives a reload. */
export const useDrafts = create<{ readonly drafts: Readonly<Record<string, string>> }>(() => ({ drafts: readDrafts() }))

export function draftKey(sessionId: string | null): string {
  return sessionId ?? 'new'
}

export function writeDraft(key: string, text: string): void {
  useDrafts.setState(({ drafts }) => {
    const rest = Object.entries(drafts).filter(([other]) => other !== key)
    const kept: [string, string][] = text === '' ? rest : [...rest, [key, text] as [string, string]].slice(-mostKept)
    return { drafts: Object.fromEntries(kept) }
  })
  try {
    localStorage.setItem(storageKey, JSON.stringify(useDrafts.getState().drafts))
  } catch {
    // Full or forbidden storage costs the draft's survival of a reload, nothing else.
  }
}

function readDrafts(): Record<string, string> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    const entries: [string, unknown][] = Object.entries(value)
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return {}
  }
}
