import { z } from 'zod'
import { ToolRun } from '../tools/tool-run'
import {
  ConsentAnswer,
  ConsentEntry,
  ExternalToolInfo,
  InBoth,
  ToolLogEntry,
  ToolServerConfig,
  ToolServerName,
  ToolServerState,
} from '../tools/tool-server-shapes'
import { procedure } from './graph-api'

/** One of Cairn's own tools. */
export const OwnTool = z.object({
  name: z.string(),
  title: InBoth,
  description: InBoth,
  version: z.string(),
  /** JSON Schema of its arguments. */
  arguments: z.record(z.string(), z.unknown()),
  /** Switched on by the user, or never switched off. */
  on: z.boolean(),
  /** Asks the network, and is therefore off until it is allowed. */
  needs_network: z.boolean(),
})
export type OwnTool = z.infer<typeof OwnTool>

/** The first and the last day of imported exchange rates, ISO; the same where a file is of one day. */
export const RatesDays = z.object({ first: z.string(), last: z.string() })
export type RatesDays = z.infer<typeof RatesDays>

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
  /** Keeps exchange rates of the European Central Bank (its XML or CSV, of one day or of many), and says of which days they are. */
  import_rates: procedure.input(z.object({ text: z.string().min(1).max(20_000_000) })).output(RatesDays),
  /** Of which days the rates are that were imported last; null where none were. FILE_CORRUPT where they can be read no more. */
  rates: procedure.output(RatesDays.nullable()),
  /** Programs of others that have tools. */
  servers: {
    list: procedure.output(z.array(ToolServerState)),
    /** Adds servers, or replaces those of the same names. NETWORK_DENIED for one on another machine. */
    put: procedure
      .input(z.object({ servers: z.array(ToolServerConfig).min(1).max(50) }))
      .output(z.array(ToolServerState)),
    /** Adds the servers of a pasted block of JSON; `notes` say what was not taken over. INVALID_INPUT says where it is wrong. */
    import: procedure
      .input(z.object({ text: z.string().min(1).max(200_000) }))
      .output(z.object({ names: z.array(z.string()), notes: z.array(InBoth), servers: z.array(ToolServerState) })),
    enable: procedure.input(z.object({ name: ToolServerName, enabled: z.boolean() })).output(z.array(ToolServerState)),
    remove: procedure.input(z.object({ name: ToolServerName })).output(z.array(ToolServerState)),
    restart: procedure.input(z.object({ name: ToolServerName })).output(z.array(ToolServerState)),
    /** The tools of a server, which starts if it must. TOOL_UNAVAILABLE where it does not. */
    tools: procedure.input(z.object({ name: ToolServerName })).output(z.array(ExternalToolInfo)),
    /** The tools of all servers that are switched on, as they were last listed; starts nothing. */
    known: procedure.output(z.array(ExternalToolInfo)),
    /** The latest lines of its error output, oldest first. */
    said: procedure.input(z.object({ name: ToolServerName })).output(z.array(z.string())),
  },
  consents: {
    list: procedure.output(z.array(ConsentEntry)),
    /** Allows or refuses a tool for good, or forgets what was answered (null), so that it asks again. */
    set: procedure
      .input(z.object({ server: ToolServerName, tool: toolName, answer: z.enum(['always', 'never']).nullable() }))
      .output(z.array(ConsentEntry)),
    /**
     * The user's answer about a call that a turn shows. Where it is allowed, the question has to be asked again. CONSENT_NEEDED where the
     * tool is another one by now: ask again to see it. NOT_FOUND where no such call waits.
     */
    answer: procedure
      .input(
        z.object({ session_id: z.string().min(1).max(64), call_id: z.string().min(1).max(200), answer: ConsentAnswer }),
      )
      .output(z.object({ allowed: z.boolean() })),
    log: procedure
      .input(z.object({ limit: z.number().int().min(1).max(2000).default(200) }))
      .output(z.array(ToolLogEntry)),
  },
}
