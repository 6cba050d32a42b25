import { traced } from '@engine/platform/tracing/traced'
import type { ToolChannel } from './tool-channel'

/** A channel whose every run of a tool is a span of the turn that it is for. */
export function tracedChannel(channel: ToolChannel): ToolChannel {
  return {
    ...channel,
    run: (choice, args, context) =>
      traced(
        context.signal,
        {
          kind: 'tool',
          name: choice.tool,
          facts: choice.server === undefined ? {} : { server: choice.server },
          text: () => JSON.stringify(args),
        },
        (signal) => channel.run(choice, args, { ...context, signal }),
        ({ text, sources, table }) => ({
          out: { characters: text.length, passages: sources.length, ...(table ? { rows: table.rows.length } : {}) },
          text: () => text,
        }),
      ),
  }
}
