import { version } from '@engine/platform/paths'
import type { Tool, ToolContext, ToolResult } from '@engine/tools/tool'
import { createToolChannel, type ToolChannel } from '@engine/tools/tool-channel'
import type { EngineBase } from './engine-base'

export interface ToolsPart {
  readonly channel: ToolChannel
  /** IANA name of the machine's time zone. */
  readonly timeZone: string
  /** Cairn's own tools, by their names. */
  readonly tools: readonly Tool[]
  /** Calls one of Cairn's own tools through the protocol. */
  readonly call: (name: string, args: Readonly<Record<string, unknown>>, context: ToolContext) => Promise<ToolResult>
}

/** Cairn's own tools behind a server in this process, which starts with the first call. */
export function wireTools({ opened, log }: EngineBase, tools: readonly Tool[]): ToolsPart {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  let connected: ReturnType<typeof connect> | undefined
  opened.defer(async () => (await connected)?.close())
  const connect = async () => {
    // Loading the protocol takes longer than opening the rest of the engine.
    const [{ createToolServer }, { ToolClient }] = await Promise.all([
      import('@engine/tools/server/tool-server'),
      import('@engine/tools/server/tool-client'),
    ])
    const asked = () => ({ language: 'en' as const, now: Date.now(), timeZone })
    return ToolClient.connect(createToolServer({ tools, version, asked }), version)
  }
  const call: ToolsPart['call'] = async (name, args, context) => {
    const client = await (connected ??= connect())
    return client.call(name, args, context)
  }
  return { channel: createToolChannel({ tools: () => tools, call, log }), timeZone, tools, call }
}
