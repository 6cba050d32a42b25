import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { CairnError, ErrorCode } from '@shared/errors'
import { ToolFailure } from '../tool-failure'
import { ToolResultData } from '../tool-result'
import type { ToolContext, ToolResult } from '../tool'
import { callMeta } from './tool-server'

const words = z.object({ en: z.string(), zh: z.string() })
const Failure = z.object({ code: ErrorCode, words, nextStep: words })
const Success = z.object({ result: ToolResultData })

/** Longer than any tool's own limit, which the server keeps. */
const outerLimitMs = 10 * 60_000

/** Calls the tools of a server in this process through the protocol. */
export class ToolClient {
  readonly #client: Client

  private constructor(client: Client) {
    this.#client = client
  }

  static async connect(server: McpServer, version: string): Promise<ToolClient> {
    const [own, other] = InMemoryTransport.createLinkedPair()
    const client = new Client({ name: 'cairn', version })
    await Promise.all([server.connect(other), client.connect(own)])
    return new ToolClient(client)
  }

  /** Throws CairnError with the tool's own code, CANCELLED where the signal aborts. */
  async call(name: string, args: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ToolResult> {
    const { signal, language, now, timeZone } = context
    signal.throwIfAborted()
    const _meta = { [callMeta]: { language, now, timeZone } }
    const options = { signal, timeout: outerLimitMs }
    const answer = await this.#client.callTool({ name, arguments: { ...args }, _meta }, undefined, options)
    signal.throwIfAborted()
    if (answer.isError === true) throw failureOf(answer)
    return Success.parse(answer.structuredContent).result
  }

  close(): Promise<void> {
    return this.#client.close()
  }
}

function failureOf({ structuredContent, content }: Readonly<Record<string, unknown>>): CairnError {
  const known = Failure.safeParse(structuredContent).data
  // The protocol itself refuses arguments that do not fit the schema.
  if (!known) return new CairnError('INVALID_INPUT', textOf(content) || 'The tool failed without saying why.')
  return new ToolFailure(known.code, known.words, known.nextStep)
}

const Texts = z.array(z.object({ text: z.string().default('') }))

function textOf(content: unknown): string {
  return (Texts.safeParse(content).data ?? []).map(({ text }) => text).join(' ')
}
