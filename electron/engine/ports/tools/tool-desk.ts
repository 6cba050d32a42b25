import type { OwnTool, RatesDays } from '@shared/api/tools-api'
import type { ToolRun } from '@shared/tools/tool-run'
import type {
  ConsentAnswer,
  ConsentEntry,
  ExternalToolInfo,
  InBoth,
  ToolLogEntry,
  ToolServerConfig,
  ToolServerState,
} from '@shared/tools/tool-server-shapes'

/** Cairn's own tools as the shells see them. */
export interface OwnTools {
  list(): OwnTool[]
  /** Throws NOT_FOUND. */
  switch(name: string, on: boolean): Promise<OwnTool[]>
  /** What the tool could not do is in the run's `error`. Throws NOT_FOUND, TOOL_UNAVAILABLE where it is off, CANCELLED. */
  run(
    call: { readonly name: string; readonly args: Readonly<Record<string, unknown>>; readonly language: 'en' | 'zh' },
    signal: AbortSignal | undefined,
  ): Promise<ToolRun>
}

/** Programs of others that have tools, as the shells see them. A server that is not there is NOT_FOUND. */
export interface ToolServers {
  servers(): ToolServerState[]
  /** Throws NETWORK_DENIED for one on another machine. */
  put(servers: readonly ToolServerConfig[]): Promise<void>
  /** Throws INVALID_INPUT that says where the text is wrong. */
  importServers(text: string): Promise<{ readonly names: readonly string[]; readonly notes: readonly InBoth[] }>
  setEnabled(name: string, enabled: boolean): Promise<void>
  remove(name: string): Promise<void>
  restart(name: string): Promise<void>
  /** Starts the server if it must. Throws TOOL_UNAVAILABLE where it does not start. */
  list(name: string, signal: AbortSignal): Promise<ExternalToolInfo[]>
  said(name: string): readonly string[]
  known(): readonly { readonly info: ExternalToolInfo }[]
}

/** What the user allows tools of other programs, and what they did. */
export interface ToolConsents {
  entries(): ConsentEntry[]
  /** Throws NOT_FOUND for a tool that is not known now. */
  set(server: string, tool: string, answer: 'always' | 'never' | null): Promise<void>
  /** Whether the call may be made now; throws CONSENT_NEEDED, NOT_FOUND. */
  answer(sessionId: string, callId: string, answer: ConsentAnswer): Promise<boolean>
  log(limit: number): ToolLogEntry[]
}

/** Exchange rates that the user imports. */
export interface ImportedRates {
  /** Keeps rates in the place of those before; says of which days they are. Throws FILE_CORRUPT, FILE_TOO_LARGE for what holds none. */
  import(text: string): Promise<RatesDays>
  /** Of which days those are that were imported last; null for none. Throws FILE_CORRUPT where they can be read no more. */
  days(): Promise<RatesDays | null>
}

/** Tools as the shells see them. */
export interface ToolDesk {
  readonly own: OwnTools
  readonly rates: ImportedRates
  readonly servers: ToolServers
  readonly consents: ToolConsents
}
