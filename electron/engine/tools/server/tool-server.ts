import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { type CairnError, toCairnError } from '@shared/errors'
import { withDeadline } from '@engine/platform/deadline'
import { failureWords } from '../tool-failure'
import { resultContent } from '../tool-result'
import type { Tool, ToolContext } from '../tool'

/** What a call says besides its arguments: in which language, when and where it is asked. */
export const callMeta = 'cairn/asked'

const Asked = z.object({ language: z.enum(['en', 'zh']), now: z.number(), timeZone: z.string() })

interface ServedTools {
  readonly tools: readonly Tool[]
  readonly version: string
  /** What holds for a call that says nothing of it. */
  readonly asked: () => z.infer<typeof Asked>
}

/** An MCP server of Cairn's own tools; each call has the tool's own time. */
export function createToolServer({ tools, version, asked }: ServedTools): McpServer {
  const server = new McpServer({ name: 'cairn-tools', version })
  for (const tool of tools) {
    server.registerTool(tool.name, described(tool), async (args: unknown, { signal, _meta }) => {
      const meta = Asked.safeParse(_meta?.[callMeta]).data ?? asked()
      try {
        return await called(tool, args, { ...meta, signal })
      } catch (thrown) {
        return failed(toCairnError(thrown))
      }
    })
  }
  return server
}

async function called(tool: Tool, args: unknown, context: ToolContext): Promise<CallToolResult> {
  const run = (signal: AbortSignal) => tool.run(args, { ...context, signal })
  const result = await withDeadline(run, tool.limitMs, context.signal)
  return { content: [{ type: 'text', text: resultContent(result) }], structuredContent: { result } }
}

function failed(error: CairnError): CallToolResult {
  const { code, message, action } = error.report()
  const text = [message, action].filter(Boolean).join(' ')
  return { isError: true, content: [{ type: 'text', text }], structuredContent: { code, ...failureWords(error) } }
}

/** A tool as the protocol lists it; its Chinese words ride along. */
function described({ title, description, args }: Tool) {
  return {
    title: title.en,
    description: description.en,
    inputSchema: args,
    annotations: { readOnlyHint: true },
    _meta: { 'cairn/zh': { title: title.zh, description: description.zh } },
  }
}
