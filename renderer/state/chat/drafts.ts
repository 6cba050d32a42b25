import { z } from 'zod'
import { create } from 'zustand'
import { KeptEntries } from '../kept-entries'

const kept = new KeptEntries('cairn.draft.', z.string(), 100)

/** What was typed but not sent, by session (`new` for a new chat); it survives a reload. */
export const useDrafts = create<{ readonly drafts: Readonly<Record<string, string>> }>(() => ({
  drafts: kept.readAll(),
}))

export function draftKey(sessionId: string | null): string {
  return sessionId ?? 'new'
}

export function writeDraft(key: string, text: string): void {
  show(key, text)
  kept.write(key, text === '' ? null : text)
}

/** Keeps drafts across the page's end and shows those that other tabs write, until the returned function is called. */
export function followDrafts(): () => void {
  return kept.follow((key, text) => show(key, text ?? ''))
}

function show(key: string, text: string): void {
  useDrafts.setState(({ drafts }) => {
    const rest = Object.entries(drafts).filter(([other]) => other !== key)
    return { drafts: Object.fromEntries(text === '' ? rest : [...rest, [key, text]]) }
  })
}
