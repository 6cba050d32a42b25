import { z } from 'zod'
import { ToolRun } from '../session/tool-run'
import { procedure } from './graph-api'

const inBoth = z.object({ en: z.string(), zh: z.string() })

/** One of Cairn's own tools. */
export const OwnTool = z.object({
  name: z.string(),
  title: inBoth,
  description: inBoth,
  version: z.string(),
  /** JSON Schema of its arguments. */
  arguments: z.record(z.string(), z.unknown()),
  /** Switched on by the user, or never switched off. */
  on: z.boolean(),
  /** Asks the network, and is therefore off until it is allowed. */
  needs_network: z.boolean(),
})
export type OwnTool = z.infer<typeof OwnTool>

/** A name of a tool as a caller may write it. */
const toolName = z.string().min(1).max(200)

/** The calls a shell may make to tools. */
export const toolsContract = {
  list: procedure.output(z.array(OwnTool)),
  /** Switches one of Cairn's own tools on or off. NOT_FOUND where there is none of that name. */
  switch: procedure.input(z.object({ name: toolName, on: z.boolean() })).output(z.array(OwnTool)),
  /**
   * Runs one of Cairn's own tools, outside any turn. What the tool could not do is in the run's `error`; NOT_FOUND where
   * there is no tool of that name, TOOL_UNAVAILABLE where it is switched off.
   */
  run: procedure
    .input(
      z.object({
        name: toolName,
        args: z.record(z.string(), z.unknown()).default({}),
        language: z.enum(['en', 'zh']).default('en'),
      }),
    )
    .output(ToolRun),
}
