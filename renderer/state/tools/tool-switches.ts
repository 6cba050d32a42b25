import type { OwnTool } from '@shared/api/tools-api'
import { create } from 'zustand'
import { call } from '../connection'
import { attempt } from '../window/notices'

interface OwnTools {
  /** Cairn's own tools; null before they were read. */
  readonly list: readonly OwnTool[] | null
}

export const useOwnTools = create<OwnTools>(() => ({ list: null }))

/** Reads the list of Cairn's own tools. */
export async function readOwnTools(): Promise<void> {
  await attempt(async () => useOwnTools.setState({ list: await call((client) => client.tools.list()) }))
}

/** Switches one on or off, at once on the screen; what the engine then answers counts. */
export async function switchTool(name: string, on: boolean): Promise<void> {
  const before = useOwnTools.getState().list
  useOwnTools.setState({ list: before?.map((tool) => (tool.name === name ? { ...tool, on } : tool)) ?? null })
  const isTaken = await attempt(async () =>
    useOwnTools.setState({ list: await call((client) => client.tools.switch({ name, on })) }),
  )
  if (!isTaken) useOwnTools.setState({ list: before })
}
