import type { ExternalToolInfo } from '@shared/tools/tool-server-shapes'
import { create } from 'zustand'
import { call } from '../connection'

/** Tools of other programs as they were last listed, by their servers' names; what they say of themselves is not known to be true. */
interface KnownTools {
  /** Null before they were read. */
  readonly list: readonly ExternalToolInfo[] | null
}

export const useKnownTools = create<KnownTools>(() => ({ list: null }))

/** Reads them; starts no program. What was read before stays where the engine cannot be asked. */
export async function readKnownTools(): Promise<void> {
  try {
    useKnownTools.setState({ list: await call((client) => client.tools.servers.known()) })
  } catch {
    // The picker and the cards say less; whoever asks the engine for anything is told that it cannot be reached.
  }
}

/** A tool of a server among them. */
export function knownTool(
  list: readonly ExternalToolInfo[] | null,
  server: string,
  tool: string,
): ExternalToolInfo | undefined {
  return list?.find((one) => one.server === server && one.name === tool)
}

/** Lists the tools of a server, which starts if it must. Throws CairnError TOOL_UNAVAILABLE where it does not. */
export async function listServerTools(name: string): Promise<ExternalToolInfo[]> {
  const listed = await call((client) => client.tools.servers.tools({ name }))
  await readKnownTools()
  return listed
}
