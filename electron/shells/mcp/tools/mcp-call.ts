import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { TurnSlots } from '@shells/answers/turn-slots'
import { type EngineClient, failureOf } from '@shells/engine-client'

export interface McpParts {
  /** The engine, wherever it runs; asked for at each call. Throws STORE_LOCKED and what else keeps a store from being opened. */
  readonly engine: () => Promise<EngineClient>
  readonly slots: TurnSlots
}

/** Of every tool: it reads, it may be called again, and it reaches nothing outside. */
export const readsOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

interface Told {
  readonly text: string
  readonly data: Record<string, unknown>
}

/** What a tool found, as text and as data; a failure as the sentences that say what happened and what to do. */
export async function toolResult(work: () => Promise<Told>): Promise<CallToolResult> {
  try {
    const { text, data } = await work()
    return { content: [{ type: 'text', text }], structuredContent: data }
  } catch (thrown) {
    const { code, message, action } = failureOf(thrown)
    const text = `${message} ${action}`.trim()
    return { isError: true, content: [{ type: 'text', text }], _meta: { 'cairn/error': { code, message, action } } }
  }
}
