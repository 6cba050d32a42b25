import type { ToolRun } from '@shared/tools/tool-run'
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

/** Runs a tool that no channel chose as a span of the work that its signal is of; a run that failed ends the span as its error says. */
export function tracedRun(
  { name, server, args }: { readonly name: string; readonly server?: string; readonly args: object },
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<ToolRun>,
): Promise<ToolRun> {
  return traced(
    signal,
    { kind: 'tool', name, facts: server === undefined ? {} : { server }, text: () => JSON.stringify(args) },
    run,
    ({ text = '', sources = [], table, error }) => ({
      ...(error ? { code: error.code } : {}),
      out: { characters: text.length, passages: sources.length, ...(table ? { rows: table.rows.length } : {}) },
      text: () => text,
    }),
  )
}
