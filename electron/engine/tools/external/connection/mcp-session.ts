import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import {
  McpError,
  ErrorCode,
  type Progress,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { withDeadline } from '@engine/platform/deadline'
import { version } from '@engine/platform/paths'
import { plainLabel } from '../listing/plain-label'
import type { GuardedTransport } from './guarded-transport'
import {
  answerUnreadable,
  connectionForgotten,
  serverEnded,
  serverLate,
  serverRefused,
  serverStopped,
} from './transport-failures'

/** HTTP 404 on a session that there was. */
const sessionGone = 404
const timedOut: number = ErrorCode.RequestTimeout
/** The SDK's own deadline, behind ours. */
const slackMs = 2000
const pages = { most: 20, tools: 20_000 }

const ToolsPage = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().max(10_000).optional() })
/** What a call gave, before its contents are looked at. */
const CallAnswer = z.looseObject({
  content: z.array(z.unknown()).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().default(false),
})
export type CallAnswer = z.infer<typeof CallAnswer>

export interface SessionOptions {
  readonly transport: GuardedTransport
  readonly startMs: number
  /** Without the server's secrets. */
  readonly mask: (text: string) => string
  readonly log: (line: string) => void
  readonly toolsChanged: () => void
  /** The connection is over, by itself; `why` where that is known. */
  readonly ended: (why: CairnError | null) => void
}

export interface SessionCall {
  readonly signal?: AbortSignal | undefined
  readonly limitMs: number
  readonly progress?: ((progress: Progress) => void) | undefined
}

/**
 * One connection to a server, from its handshake to its end. It offers the server nothing: no model, no questions to the user, no folders. Calls
 * throw CairnError TOOL_FAILED, DEADLINE_EXCEEDED, CANCELLED or UNREACHABLE; a cancelled one is told to the server, and its late answer
 * goes nowhere.
 */
export class McpSession {
  readonly #client = new Client({ name: 'cairn', version }, { capabilities: {} })
  readonly #pending = new Set<AbortController>()
  #over: CairnError | null = null
  #isClosing = false

  private constructor(private readonly options: SessionOptions) {
    const { transport, toolsChanged, log, mask } = options
    transport.guard({
      unread: (why) => this.#failAll(why),
      broken: (why) => this.#end(why),
    })
    this.#client.onclose = () => this.#end(null)
    this.#client.onerror = (error) => log(plainLabel(mask(error.message), 300))
    this.#client.setNotificationHandler(ToolListChangedNotificationSchema, () => toolsChanged())
  }

  /** Throws CairnError TOOL_UNAVAILABLE or DEADLINE_EXCEEDED; the transport is closed then. */
  static async open(options: SessionOptions): Promise<McpSession> {
    const session = new McpSession(options)
    const { transport, startMs } = options
    try {
      const timeout = startMs + slackMs
      await withDeadline((signal) => session.#client.connect(transport, { signal, timeout }), startMs, undefined)
      return session
    } catch (thrown) {
      const why = session.#over ?? session.#failureOf(thrown)
      session.#isClosing = true
      await transport.close()
      throw why
    }
  }

  /** Who the server says it is. */
  get serverVersion(): string {
    return plainLabel(this.#client.getServerVersion()?.version ?? '', 40)
  }

  get refusedRequests(): number {
    return this.options.transport.refusedRequests
  }

  /** The tools as the server lists them, page by page, unchecked. `isCut`: there were more pages than are read. */
  async listTools(call: SessionCall): Promise<{ readonly tools: readonly unknown[]; readonly isCut: boolean }> {
    const tools: unknown[] = []
    const seen = new Set<string>()
    let cursor: string | undefined
    do {
      const params = cursor === undefined ? {} : { cursor }
      const page = await this.#request({ method: 'tools/list', params }, ToolsPage, call)
      tools.push(...page.tools)
      cursor = page.nextCursor
      if (cursor !== undefined && seen.has(cursor)) return { tools, isCut: true }
      if (cursor !== undefined) seen.add(cursor)
    } while (cursor !== undefined && seen.size < pages.most && tools.length < pages.tools)
    return { tools, isCut: cursor !== undefined }
  }

  async callTool(name: string, args: Readonly<Record<string, unknown>>, call: SessionCall): Promise<CallAnswer> {
    return this.#request({ method: 'tools/call', params: { name, arguments: { ...args } } }, CallAnswer, call)
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await this.options.transport.close()
    this.#failAll(serverStopped())
  }

  async #request<Answer>(
    request: { readonly method: string; readonly params: Record<string, unknown> },
    schema: z.ZodType<Answer>,
    { signal, limitMs, progress }: SessionCall,
  ): Promise<Answer> {
    this.#mustGoOn()
    const failure = new AbortController()
    this.#pending.add(failure)
    const work = async (inner: AbortSignal) =>
      this.#client.request(request, schema, {
        signal: AbortSignal.any([inner, failure.signal]),
        timeout: limitMs + slackMs,
        ...(progress && { onprogress: progress }),
      })
    try {
      return await withDeadline(work, limitMs, signal)
    } catch (thrown) {
      if (failure.signal.reason instanceof CairnError) throw failure.signal.reason
      this.#mustGoOn()
      throw this.#failureOf(thrown)
    } finally {
      this.#pending.delete(failure)
    }
  }

  #mustGoOn(): void {
    if (this.#over) throw this.#over
  }

  #failAll(why: CairnError): void {
    for (const call of this.#pending) call.abort(why)
  }

  #end(why: CairnError | null): void {
    if (this.#over) return
    this.#over = why ?? serverEnded()
    this.#failAll(this.#over)
    if (!this.#isClosing) this.options.ended(why)
  }

  #failureOf(thrown: unknown): CairnError {
    if (thrown instanceof CairnError) return thrown
    const { mask } = this.options
    if (thrown instanceof z.ZodError) return answerUnreadable()
    const said = plainLabel(mask(thrown instanceof Error ? thrown.message : String(thrown)), 500)
    const isLate = thrown instanceof McpError && thrown.code === timedOut
    if (thrown instanceof StreamableHTTPError && thrown.code === sessionGone) {
      return connectionForgotten()
    }
    if (isLate) return serverLate()
    return serverRefused(said)
  }
}
