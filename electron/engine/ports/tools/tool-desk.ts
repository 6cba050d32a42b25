import type { OwnTool } from '@shared/api/tools-api'
import type { ToolRun } from '@shared/session/tool-run'

/** Cairn's own tools as the shells see them. */
export interface ToolDesk {
  list(): OwnTool[]
  /** Throws NOT_FOUND. */
  switch(name: string, on: boolean): Promise<OwnTool[]>
  /** What the tool could not do is in the run's `error`. Throws NOT_FOUND, TOOL_UNAVAILABLE where it is off, CANCELLED. */
  run(
    call: { readonly name: string; readonly args: Readonly<Record<string, unknown>>; readonly language: 'en' | 'zh' },
    signal: AbortSignal | undefined,
  ): Promise<ToolRun>
}
