import type { GraphFileFormat } from '@shared/graph'
import { download } from '@renderer/bridge/saved-file'
import { call } from '../connection'
import { attempt, notify } from '../window/notices'

const mediaTypes: Record<GraphFileFormat, string> = { graphml: 'application/xml', json: 'application/json' }

/** Saves the whole graph as a file of the browser's downloads. There is no file unless all of it came. */
export async function exportGraph(format: GraphFileFormat, save = download): Promise<void> {
  await attempt(async () => {
    const pieces: string[] = []
    await call(async (client) => {
      for await (const piece of await client.graph.export({ format })) pieces.push(piece)
    })
    saveGraphFile(new Blob(pieces, { type: mediaTypes[format] }), format, save)
  }, 'graph:export.failed')
}

/** Hands a file of the graph to the browser's downloads and says so. */
export function saveGraphFile(blob: Blob, extension: string, save = download): void {
  const name = `cairn-graph.${extension}`
  save(blob, name)
  notify({ key: 'graph:export.done', values: { name } })
}
