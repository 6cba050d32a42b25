import type { WindowMessage } from '@shared/window-messages'

const session = /^cairn:\/\/session\/([A-Za-z0-9_-]{1,64})\/?$/u
const document = /^cairn:\/\/document\/([A-Za-z0-9_-]{1,200})\/?(?:\?chars=(\d{1,9})-(\d{1,9}))?$/u

/**
 * What the page is told about `cairn://session/<id>` or `cairn://document/<id>?chars=<start>-<end>`; null for anything
 * else. The link itself is never loaded: a stranger may have written it.
 */
export function placeOf(link: string): WindowMessage | null {
  const [, sessionId] = session.exec(link) ?? []
  if (sessionId !== undefined) return { cairn: 'open', session: sessionId }
  const [, documentId, first, last] = document.exec(link) ?? []
  if (documentId === undefined) return null
  const range = { start: Number(first), end: Number(last) }
  return { cairn: 'open', document: documentId, range: range.start < range.end ? range : null }
}

export function isDeepLink(text: string): boolean {
  return text.startsWith('cairn:')
}
