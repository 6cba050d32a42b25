import { randomUUID } from 'node:crypto'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CancelledNotificationSchema,
  isInitializeRequest,
  isJSONRPCRequest,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js'
import { LRUCache } from 'lru-cache'
import { CairnError, type ErrorCode, toCairnError } from '@shared/errors'
import { tellUnexpected } from '@engine/ports/unexpected'
import { errorStatus, jsonResponse, withRetryAfter } from '@shells/assets/error-response'
import type { CallLimits } from '@engine/api/limits/call-limits'
import { createMcpServer } from '@shells/mcp/mcp-server'
import type { McpParts } from '@shells/mcp/tools/mcp-call'
import type { Door } from './door-server'
import type { DoorVisits } from './door-visits'
import { readJsonBody } from './json-body'

const path = '/mcp'
const mostSessions = 32
const idleMs = 30 * 60_000

/** JSON-RPC's own codes, and of the server's own range where there is none. */
const codes: Partial<Record<ErrorCode, number>> = { INVALID_INPUT: -32_600, NOT_FOUND: -32_001 }
const otherFailure = -32_000

interface McpDoorParts extends McpParts {
  readonly visits: DoorVisits
  readonly limits: CallLimits
}

/** A client that has begun. */
interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport
  /** What it calls itself; null where it does not say. */
  readonly name: string | null
}

/**
 * Cairn as an MCP server over Streamable HTTP. Each client has a session; the 32 used last are kept, half an hour each. An answer
 * whose stream the client has left cannot be fetched again, so its work is ended.
 */
export function createMcpDoor({ visits, limits, ...parts }: McpDoorParts): Door {
  const close = ({ transport }: Session) => void transport.close()
  const sessions = new LRUCache<string, Session>({
    max: mostSessions,
    ttl: idleMs,
    updateAgeOnGet: true,
    dispose: close,
  })

  async function begin(name: string | null): Promise<Session> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, session),
      onsessionclosed: (id) => void sessions.delete(id),
    })
    const session = { transport, name }
    await createMcpServer(parts).connect(transport)
    return session
  }

  /** The session that a request belongs to; a new one for a client that begins. Throws NOT_FOUND, INVALID_INPUT. */
  function sessionOf(request: Request, body: unknown): Promise<Session> {
    const id = request.headers.get('mcp-session-id')
    if (id === null) {
      const first = messagesIn(body).find((message) => isInitializeRequest(message))
      if (first) return begin(first.params.clientInfo.title ?? first.params.clientInfo.name)
      throw new CairnError('INVALID_INPUT', 'This request belongs to no session.', 'Begin with `initialize`.')
    }
    const known = sessions.get(id)
    if (!known) throw new CairnError('NOT_FOUND', 'This session has ended.', 'Begin again with `initialize`.')
    return Promise.resolve(known)
  }

  return {
    path,
    async answer(request, signal) {
      const body = request.method === 'POST' ? await readJsonBody(request) : undefined
      const { transport, name } = await sessionOf(request, body)
      visits.note(path, name)
      // Streams that are followed, and words that something is to end, are never kept waiting.
      const id = `mcp ${request.headers.get('mcp-session-id') ?? ''}`
      if (!messagesIn(body).every(mayNotWait)) await limits.admit({ client: { id }, signal })
      signal.addEventListener('abort', () => cancelAll(transport, requestIdsIn(body)), { once: true })
      return transport.handleRequest(request, body === undefined ? {} : { parsedBody: body })
    },
    refuse(thrown, status) {
      tellUnexpected(thrown)
      const error = toCairnError(thrown)
      const { message, action, ...data } = error.report()
      const told = { code: codes[data.code] ?? otherFailure, message: `${message} ${action}`.trim(), data }
      const response = jsonResponse({ jsonrpc: '2.0', error: told, id: null }, status ?? errorStatus(error))
      return withRetryAfter(response, error)
    },
    close: () => sessions.clear(),
  }
}

function messagesIn(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? (body as unknown[]) : [body]
}

/** Nothing at all opens or ends a stream. */
function mayNotWait(message: unknown): boolean {
  return message === undefined || CancelledNotificationSchema.safeParse(message).success
}

function requestIdsIn(body: unknown): RequestId[] {
  return messagesIn(body).flatMap((message) => (isJSONRPCRequest(message) ? message.id : []))
}

function cancelAll(transport: WebStandardStreamableHTTPServerTransport, ids: readonly RequestId[]): void {
  for (const requestId of ids) {
    const params = { requestId, reason: 'The client has gone.' }
    transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
  }
}
