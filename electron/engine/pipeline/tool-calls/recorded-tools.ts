import { CairnError } from '@shared/errors'
import type { ToolPlace, ToolRun } from '@shared/tools/tool-run'
import type { ToolResult, ToolSource } from '@engine/tools/tool'
import type { ToolChannel } from '@engine/tools/tool-channel'

function sourceOf({ document_id: documentId, ...rest }: ToolPlace): ToolSource {
  return { documentId, ...rest }
}

/** The tools of a recorded turn: they give what they gave then, and no tool runs again. */
export function recordedTools(runs: readonly ToolRun[]): ToolChannel {
  return {
    read: ({ text }) => {
      const run = runs.find(({ question }) => question === text)
      if (!run) return Promise.resolve(null)
      const { tool, title, server, version = '', args } = run
      const choice = { tool, title, version, ...(server === undefined ? {} : { server }) }
      return Promise.resolve({ ...choice, reading: { is: 'arguments', args, confidence: 1 } })
    },
    prepare: () => Promise.resolve(),
    started: (choice) => Promise.resolve(choice),
    brief: () => Promise.resolve(null),
    run: async ({ tool }, args) => {
      const run = runs.find((one) => one.tool === tool && JSON.stringify(one.args) === JSON.stringify(args))
      if (!run || run.error) {
        throw new CairnError(run?.error?.code ?? 'NOT_FOUND', run?.error?.message ?? `${tool} did not run then.`)
      }
      return resultOf(run)
    },
  }
}

function resultOf({ text = '', table, sources = [], notes = [], workings }: ToolRun): Promise<ToolResult> {
  const rows = table?.rows.map(({ cells, source }) => ({ cells, source: source && sourceOf(source) }))
  return Promise.resolve({
    text,
    data: {},
    ...(table ? { table: { columns: table.columns, rows: rows ?? [], total: table.total } } : {}),
    sources: sources.map(sourceOf),
    notes,
    workings,
  })
}
