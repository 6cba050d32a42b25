import { CairnError } from '@shared/errors'

/** The most that a request to a door may bring, in bytes: the longest conversation is far shorter. */
export const mostBodyBytes = 2 * 1024 * 1024

/**
 * The JSON that a request brings. Throws FILE_TOO_LARGE before more than `most` bytes are kept, and INVALID_INPUT for what is no
 * JSON or no UTF-8.
 */
export async function readJsonBody(request: Request, most = mostBodyBytes): Promise<unknown> {
  if (Number(request.headers.get('content-length') ?? 0) > most) {
    // Told at once, and what still comes is dropped.
    await request.body?.cancel()
    throw tooLarge(most)
  }
  const pieces: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop drops the rest.
  for await (const piece of request.body ?? []) {
    bytes += piece.length
    if (bytes > most) throw tooLarge(most)
    pieces.push(piece)
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces))
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new CairnError('INVALID_INPUT', 'The request is no JSON.', 'Send a JSON object as its body.', { cause })
  }
}

function tooLarge(most: number): CairnError {
  const limit = `${most / 1024 / 1024} MB`
  return new CairnError(
    'FILE_TOO_LARGE',
    `A request has at most ${limit}.`,
    'Send less, or add the text as a document.',
  )
}
