import { z } from 'zod'
import { keptStore } from '../kept-entries'
import { runAction } from '../window/shortcuts'
import { go } from '../window/address'

const drafts = keptStore('cairn.draft.', z.string(), 100, true)

/** What was typed but not sent, by session (`new` for a new chat); it survives a reload. */
export const useDrafts = drafts.useEntries

/** Keeps drafts across the page's end and shows those that other tabs write, until the returned function is called. */
export const followDrafts = drafts.follow

export function draftKey(sessionId: string | null): string {
  return sessionId ?? 'new'
}

export function writeDraft(key: string, text: string): void {
  drafts.set(key, text === '' ? null : text)
}

/** Opens a chat and puts the focus into its composer, where the draft is. */
export function goToComposer(sessionId: string | null): void {
  go({ view: 'chat', sessionId })
  // The composer may only come onto the screen with the chat.
  if (!runAction('focus_composer')) requestAnimationFrame(() => runAction('focus_composer'))
}
