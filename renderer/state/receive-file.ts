import { CairnError } from '@shared/errors'
import type { ExportChunk } from '@shared/session/turn-context'
import { download, SavedFile } from '@renderer/bridge/saved-file'
import type { NoticeKey } from '@renderer/locales/text-key'
import { call } from './connection'
import { attempt, notify } from './window/notices'

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

/** Receives a file, hands it to the browser's downloads, and says so, or why not. There is no file unless all of it came. */
export async function saveFile(
  open: (client: Client, signal: AbortSignal) => Promise<AsyncIterable<ExportChunk>>,
  failed: NoticeKey,
  save = download,
): Promise<void> {
  const { signal } = new AbortController()
  let name = ''
  await attempt(async () => {
    const file = await receiveFile(
      (client) => open(client, signal),
      signal,
      (chunk) => {
        if (chunk.type === 'start') name = chunk.name
      },
    )
    save(file, name)
    notify({ key: 'notes:exported', values: { name } })
  }, failed)
}
