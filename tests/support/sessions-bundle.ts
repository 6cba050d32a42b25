import type { SessionContext } from '@shared/session/session-context'
import { writeBundle } from '@engine/session/export/bundle/bundle'

/** The bytes of a bundle with these sessions. */
export async function sessionsBundle(sessions: readonly SessionContext[]): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  await writeBundle(
    (async function* () {
      for (const session of sessions) yield await Promise.resolve(session)
    })(),
    { formats: { modelContexts: () => [] }, sink: (piece) => Promise.resolve(void pieces.push(piece)) },
    new AbortController().signal,
  )
  return Buffer.concat(pieces)
}
