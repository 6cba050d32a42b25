import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { OwnTool } from '@shared/api/tools-api'
import { CairnError } from '@shared/errors'
import type { OwnTools } from '@engine/ports/tools/tool-desk'
import { recordedCall } from './recorded-run'
import type { Tool, ToolContext, ToolResult } from './tool'

interface DeskNeeds {
  readonly tools: readonly Tool[]
  readonly call: (name: string, args: Readonly<Record<string, unknown>>, context: ToolContext) => Promise<ToolResult>
  readonly timeZone: string
  /** Names of the tools that are switched off. */
  readonly off: () => readonly string[]
  readonly setOff: (names: readonly string[]) => Promise<unknown>
  readonly now: () => number
}

/** Lists Cairn's own tools, switches them, and runs them for who calls them by name. */
export function createOwnTools({ tools, call, timeZone, off, setOff, now }: DeskNeeds): OwnTools {
  const list = () => tools.map((tool) => shown(tool, !off().includes(tool.name)))
  const named = (name: string) => {
    const tool = tools.find((one) => one.name === name)
    if (!tool) throw new CairnError('NOT_FOUND', `There is no tool ${name}.`, 'See the list of tools.')
    return tool
  }
  return {
    list,
    async switch(name, on) {
      named(name)
      const others = off().filter((one) => one !== name)
      await setOff(on ? others : [...others, name])
      return list()
    },
    async run({ name, args, language }, signal = new AbortController().signal) {
      const tool = named(name)
      if (off().includes(name) && !tool.needsNetwork) {
        throw new CairnError('TOOL_UNAVAILABLE', `The tool ${name} is switched off.`, 'Switch it on in the settings.')
      }
      const begun = {
        call_id: randomUUID(),
        tool: name,
        title: tool.title[language],
        version: tool.version,
        question: '',
        args: { ...args },
        called_at: new Date(now()).toISOString(),
      }
      return recordedCall(begun, { language, signal }, () =>
        call(name, args, { language, now: now(), timeZone, signal }),
      )
    },
  }
}

function shown({ name, title, description, version, args, needsNetwork = false }: Tool, on: boolean): OwnTool {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(args, { io: 'input', unrepresentable: 'any' })
  return { name, title, description, version, arguments: schema, on, needs_network: needsNetwork }
}
