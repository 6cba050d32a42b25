import { version } from '@engine/platform/paths'
import type { ToolDesk } from '@engine/ports/tools/tool-desk'
import { createToolDesk } from '@engine/tools/own-tool-desk'
import type { Tool, ToolContext } from '@engine/tools/tool'
import { createToolChannel, type ToolChannel } from '@engine/tools/tool-channel'
import type { EngineBase } from './engine-base'
import type { ModelsPart } from './wire-models'

export interface ToolsPart {
  readonly channel: ToolChannel
  /** IANA name of the machine's time zone. */
  readonly timeZone: string
  readonly desk: ToolDesk
}

/** Cairn's own tools behind a server in this process, which starts with the first call. */
export function wireTools(
  { opened, log }: EngineBase,
  tools: readonly Tool[],
  settings: Pick<ModelsPart['settings'], 'get' | 'change'>,
): ToolsPart {
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
  const call = async (name: string, args: Readonly<Record<string, unknown>>, context: ToolContext) => {
    const client = await (connected ??= connect())
    return client.call(name, args, context)
  }
  const off = () => settings.get().tools.off
  const offered = () => tools.filter(({ name, needsNetwork }) => needsNetwork === true || !off().includes(name))
  const setOff = (names: readonly string[]) => settings.change({ tools: { off: [...names] } })
  return {
    channel: createToolChannel({ tools: offered, call, log }),
    timeZone,
    desk: createToolDesk({ tools, call, timeZone, off, setOff, now: Date.now }),
  }
}
