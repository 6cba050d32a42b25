import { CairnError } from '@shared/errors'
import type { ExportChunk } from '@shared/session/turn-context'
import { SavedFile } from '@renderer/bridge/saved-file'
import { call } from './connection'

type Client = Parameters<Parameters<typeof call>[0]>[0]

/**
 * Receives a file that the engine sends in pieces, each told to `each`. Throws what the engine throws, and INTERNAL where not all of it came.
 */
export async function receiveFile(
  open: (client: Client) => Promise<AsyncIterable<ExportChunk>>,
  signal: AbortSignal,
  each: (chunk: ExportChunk) => void = () => undefined,
): Promise<Blob> {
  const file = new SavedFile()
  const { mediaType, bytes } = await call(async (client) => {
    const whole = { mediaType: '', bytes: -1 }
    for await (const chunk of await open(client)) {
      if (chunk.type === 'start') whole.mediaType = chunk.media_type
      else if (chunk.type === 'data') file.add(chunk.base64)
      else whole.bytes = chunk.bytes
      each(chunk)
    }
    return whole
  })
  // A stream that is stopped may end as if it were complete.
  signal.throwIfAborted()
  if (bytes !== file.bytes) throw new CairnError('INTERNAL', 'Only a part of the file arrived.', 'Export it again.')
  return file.toBlob(mediaType)
}
