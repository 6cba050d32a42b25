import { RPCHandler } from '@orpc/server/message-port'
import { ipcMain, MessageChannelMain, type IpcMainEvent, type WebContents } from 'electron'
import { shellBurst } from '@engine/api/limits/limited-calls'
import type { createRouter } from '@engine/api/router'
import { isPage } from './decisions/page-address'
import { joinPort } from './join-port'

export interface EngineDoorOptions {
  /** Resolves when the engine is open; what the page asks before waits in its port. */
  readonly router: Promise<ReturnType<typeof createRouter>>
  /** A page has asked, so it listens. */
  readonly onPage: (contents: WebContents) => void
  readonly log: (line: string) => void
}

/**
 * Gives each load of the page one port to the engine. The page posts `cairn:want-port` to itself, the preload script
 * passes that on, and the port comes back the same way. Asking again closes the port before, and aborts its streams.
 * Returns what ends it all.
 */
export function openEngineDoor({ router, onPage, log }: EngineDoorOptions): () => void {
  const handler = router.then((ready) => new RPCHandler(ready))
  // Whoever opens the engine reports why it failed; here the ports just stay silent.
  handler.catch(() => undefined)
  const open = new Map<number, () => void>()

  const close = (id: number) => {
    open.get(id)?.()
    open.delete(id)
  }

  const give = ({ sender, senderFrame }: IpcMainEvent) => {
    if (senderFrame === null || senderFrame !== sender.mainFrame || !isPage(senderFrame.url)) {
      log('A frame that is not the page asked for the engine; it got nothing.')
      return
    }
    const { id } = sender
    const client = { id: `window ${id}`, burst: shellBurst }
    const known = open.has(id)
    close(id)
    const { port1, port2 } = new MessageChannelMain()
    let gone = false
    let leave: (() => void) | undefined
    open.set(id, () => {
      gone = true
      if (leave) leave()
      else port1.close()
    })
    senderFrame.postMessage('cairn:port', null, [port2])
    onPage(sender)
    handler.then(
      (ready) => {
        if (!gone) leave = joinPort(port1, (port) => ready.upgrade(port, { context: { client } }), log)
      },
      () => undefined,
    )
    if (!known) sender.once('destroyed', () => close(id))
  }

  ipcMain.on('cairn:want-port', give)
  return () => {
    ipcMain.off('cairn:want-port', give)
    for (const id of [...open.keys()]) close(id)
  }
}
