import type { EvidenceItem } from '@shared/events'
import { passageOf } from './shown-passages'
import type { Span } from './cited-span'
import { go, openDocument, useView } from '../window/view'

/**
 * Opens the document of an evidence at the cited part, or at the whole passage where that is not known; of an earlier
 * chat, that chat.
 * @param byKeyboard the focus goes on into the document.
 */
export function openEvidence(item: EvidenceItem, span: Span | null, byKeyboard: boolean): void {
  if (item.kind === 'chat') {
    go({ view: 'chat', sessionId: item.document_id })
    return
  }
  openDocument(passageOf(item, span), byKeyboard)
}

/** Lights a number of a turn: its citations, its sentences and its card. */
export function light(turnId: string, number: number): void {
  useView.setState({ lit: { turnId, number } })
}

/** Puts that light out, unless another was lit meanwhile. */
export function unlight(turnId: string, number: number): void {
  const { lit } = useView.getState()
  if (lit?.turnId === turnId && lit.number === number) useView.setState({ lit: null })
}
