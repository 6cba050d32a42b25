import { draftKey, goToComposer, useDrafts, writeDraft } from './drafts'
import { setScope, wholeLibrary } from '../library/scope'
import { useRoute } from '../window/address'

const longestQuote = 1500

/** Starts a question about a passage: quotes it in the draft of the open chat and limits the chat to its document. */
export function askAbout(selection: string, documentId: string): void {
  const { sessionId } = useRoute.getState()
  const key = draftKey(sessionId)
  writeDraft(key, draftWith(selection, useDrafts.getState().entries[key] ?? ''))
  setScope(key, { ...wholeLibrary, documents: [documentId] })
  goToComposer(sessionId)
}

/** A draft with a quote at its head and what was typed before below it. */
export function draftWith(selection: string, draft: string): string {
  const words = selection.replace(/[^\S\n]+/gu, ' ').trim()
  const beginning = words.slice(0, longestQuote).replace(/\p{Surrogate}$/u, '')
  const kept = words.length > longestQuote ? `${beginning.trimEnd()} …` : words
  const quote = kept
    .split(/\n+/u)
    .map((line) => `> ${line.trim()}`)
    .join('\n')
  return `${quote}\n\n${draft.trimStart()}`
}
