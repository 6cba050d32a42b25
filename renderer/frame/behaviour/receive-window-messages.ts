import { WindowMessage } from '@shared/window-messages'
import { askKept } from '@renderer/state/chat/unsent'
import { runAction } from '@renderer/state/window/shortcuts'
import { go } from '@renderer/state/window/address'
import { wantPassphrase } from '@renderer/state/unlock'
import { openDocument } from '@renderer/state/window/shown-document'

/** Follows the window shell until the returned function is called. Messages of anybody else are ignored. */
export function listenForWindowMessages(): () => void {
  const receive = (event: MessageEvent) => {
    if (event.source !== window || event.origin !== window.location.origin) return
    const message = WindowMessage.safeParse(event.data)
    if (message.success) follow(message.data)
  }
  window.addEventListener('message', receive)
  return () => window.removeEventListener('message', receive)
}

function follow(message: WindowMessage): void {
  if (message.cairn === 'command') {
    runAction(message.name)
    return
  }
  if (message.cairn === 'unlock') {
    wantPassphrase(message.wrong)
    return
  }
  if (message.cairn === 'ask') {
    go({ view: 'chat', sessionId: askKept(message.question, { sessionId: null }) })
    return
  }
  if (message.session) go({ view: 'chat', sessionId: message.session })
  if (message.research) go({ view: 'research', runId: message.research })
  if (message.document) openDocument({ id: message.document, range: message.range ?? null })
}
