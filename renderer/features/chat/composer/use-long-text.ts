import { MAX_PASTE_LENGTH, MAX_QUESTION_LENGTH } from '@shared/api/api'
import { type ClipboardEvent, useState } from 'react'
import { useDrafts, writeDraft } from '@renderer/state/chat/drafts'
import { addText } from '@renderer/state/library/library-store'
import { addDropped } from '@renderer/state/window/drops'
import { notify } from '@renderer/state/window/notices'

/** A text too long for a question: what was pasted, or else what stands in the field. `typed` is null where that fits. */
export function useLongText(key: string, typed: string | null) {
  const [offered, setOffered] = useState<string | null>(null)
  // The typed text that is to be shortened rather than added.
  const [declined, setDeclined] = useState<string | null>(null)
  const paste = (event: ClipboardEvent) => {
    const { clipboardData } = event
    if (clipboardData.files.length > 0) {
      event.preventDefault()
      void addDropped(clipboardData)
      return
    }
    const pasted = clipboardData.getData('text/plain')
    if (pasted.length <= MAX_QUESTION_LENGTH) return
    event.preventDefault()
    setOffered(pasted)
  }
  const text = offered ?? (typed === declined ? null : typed)
  const add = async () => {
    if (text === null) return
    if (text.length > MAX_PASTE_LENGTH) {
      notify({ kind: 'error', key: 'chat:pasteTooLong', values: { most: MAX_PASTE_LENGTH } })
      return
    }
    if (!(await addText(text))) return
    // What was typed meanwhile stays.
    if (offered === null && useDrafts.getState().entries[key] === text) writeDraft(key, '')
    setOffered(null)
  }
  const drop = () => setOffered(null)
  return { text, paste, add, drop, dismiss: () => (offered === null ? setDeclined(typed) : drop()) }
}
