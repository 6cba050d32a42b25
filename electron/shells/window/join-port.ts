import { isRpcRequest } from '@engine/api/rpc/rpc-request'

/** The part of Electron's MessagePortMain that is used. */
export interface Port {
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown
  on(event: 'close', listener: () => void): unknown
  postMessage(data: unknown): void
  start(): void
  close(): void
}

/** The port as oRPC's handler knows one. */
export interface RpcPort {
  on(event: string, callback: (event?: { data: unknown }) => void): void
  postMessage(data: unknown): void
}

/**
 * Puts a port into the hands of an RPC handler. Malformed messages are dropped, nothing is sent over a closed port, and
 * the returned function closes it so that every stream behind it is aborted at once.
 */
export function joinPort(port: Port, upgrade: (port: RpcPort) => void, log: (line: string) => void): () => void {
  let over = false
  const closed: (() => void)[] = []
  const end = () => {
    if (over) return
    over = true
    for (const listener of closed) listener()
  }
  upgrade({
    on: (event, callback) => {
      if (event === 'close') closed.push(() => callback())
      if (event !== 'message') return
      port.on('message', ({ data }) => {
        if (over) return
        if (isRpcRequest(data)) callback({ data })
        else log('The page sent something that is no request; it was dropped.')
      })
    },
    postMessage: (data) => {
      if (!over) port.postMessage(data)
    },
  })
  port.on('close', end)
  port.start()
  return () => {
    end()
    port.close()
  }
}
