import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '@shared/api/api'
import { CairnError, ErrorReport, reportedError, toCairnError } from '@shared/errors'
import { z } from 'zod'
import { inWindow, requestPort } from './page-port'

export type Client = ContractRouterClient<typeof contract>

/** A connection to the engine that is open or was. */
export interface Connection {
  readonly client: Client
  /** False from the moment the connection is gone, before any call that waits for an answer fails. */
  isOpen(): boolean
  close(): void
}

/** Connects to the engine of this page's shell. Rejects where it cannot be reached now. */
export async function connect(signal: AbortSignal): Promise<Connection> {
  return inWindow() ? connectPort(await requestPort(signal)) : connectSocket(signal)
}

function connectPort(port: MessagePort): Connection {
  const client: Client = createORPCClient(new PortLink({ port }))
  let open = true
  port.addEventListener('close', () => (open = false))
  return { client, isOpen: () => open, close: () => port.close() }
}

async function connectSocket(signal: AbortSignal): Promise<Connection> {
  const { protocol, host } = window.location
  const websocket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/rpc`)
  const close = () => websocket.close()
  signal.addEventListener('abort', close)
  const client: Client = createORPCClient(new SocketLink({ websocket }))
  await new Promise<void>((resolve, reject) => {
    websocket.addEventListener('open', () => resolve(), { once: true })
    websocket.addEventListener('close', () => reject(unreachable()))
  })
  return { client, isOpen: () => websocket.readyState === WebSocket.OPEN, close }
}

function unreachable(cause?: unknown): CairnError {
  return new CairnError('UNREACHABLE', 'The engine cannot be reached.', 'Cairn tries again by itself.', { cause })
}

const Issues = z.object({ issues: z.array(z.object({ message: z.string() })) })

/** The typed failure behind whatever a call of the client threw. */
export function errorOf(thrown: unknown): CairnError {
  if (thrown instanceof ORPCError) {
    const report = ErrorReport.safeParse(thrown.data)
    if (report.success) return reportedError(report.data, thrown)
    const issues = Issues.safeParse(thrown.data)
    const message = issues.success ? issues.data.issues.map((issue) => issue.message).join(' ') : thrown.message
    return new CairnError(thrown.code === 'BAD_REQUEST' ? 'INVALID_INPUT' : 'INTERNAL', message)
  }
  if (thrown instanceof CairnError) return thrown
  if (thrown instanceof Error && /socket is not open|peer.*clos|was closed|Failed to fetch/iu.test(thrown.message)) {
    return unreachable(thrown)
  }
  return toCairnError(thrown)
}
