import { CairnError } from '@shared/errors'
import { z } from 'zod'
import { machineClock } from '@engine/api/limits/call-limits'
import type { Engine } from '@engine/ports/engine-interface'
import type { Models } from '@engine/ports/models/model-management'
import { errorResponse, jsonResponse } from './error-response'
import { bytesOf } from './file-stream'
import { originalResponse } from './original'
import { RendererFiles } from './renderer-files'
import { UploadLimits } from './upload-limits'

export interface ResponderOptions {
  readonly engine: Pick<Engine, 'originalOf' | 'receiveFile'> & { readonly models: Pick<Models, 'receive'> }
  /** Absolute path of the built renderer. */
  readonly rendererFolder: string
  /** How uploads are slowed down and refused; the usual limits where absent. */
  readonly uploads?: UploadLimits | undefined
  /** Told of failures that are nobody's fault outside. */
  readonly log?: (line: string) => void
}

/** Answers one request of a page. Never rejects; whether the page may ask at all was decided before. */
export type Responder = (request: Request) => Promise<Response>

const UploadName = z.string().trim().min(1).max(1000)

/**
 * What the page of any shell can load beside the API: `GET /…` the renderer's files, `GET /documents/<id>/original` a
 * kept original (ranges allowed), `PUT /inbox?name=…` a document's file for the engine and `PUT /inbox?name=…&for=model&batch=…`
 * one of a model, both answered with `{"path": "…"}`.
 */
export function createResponder({
  engine,
  rendererFolder,
  uploads = new UploadLimits(machineClock),
  log = () => undefined,
}: ResponderOptions): Responder {
  const files = new RendererFiles(rendererFolder)

  async function respond(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const [, documentId] = /^\/documents\/([^/]+)\/original$/u.exec(url.pathname) ?? []
    if (url.pathname === '/inbox') return receive(request, url)
    if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed('GET, HEAD')
    if (documentId !== undefined) return originalResponse(await engine.originalOf(decoded(documentId)), request)
    const file = await files.respond(url, request.headers.get('Accept-Encoding'))
    if (!file) throw new CairnError('NOT_FOUND', 'There is nothing at this address.', 'Open Cairn anew.')
    return file
  }

  async function receive(request: Request, url: URL): Promise<Response> {
    if (request.method !== 'PUT') return notAllowed('PUT')
    const name = UploadName.safeParse(url.searchParams.get('name'))
    if (!name.success) throw new CairnError('INVALID_INPUT', 'A file needs a name.', 'Rename it and add it again.')
    const { signal } = request
    const isDocument = url.searchParams.get('for') !== 'model'
    const batch = url.searchParams.get('batch') ?? ''
    const path = await uploads.take(
      { client: url.origin, length: toldLength(request), isDocument },
      bytesOf(request.body),
      (bytes) =>
        isDocument
          ? engine.receiveFile(name.data, bytes, signal)
          : engine.models.receive(name.data, batch, bytes, signal),
      signal,
    )
    return jsonResponse({ path })
  }

  return async (request) => {
    try {
      return await respond(request)
    } catch (thrown) {
      if (!(thrown instanceof CairnError) && !request.signal.aborted) log(`${request.method} failed: ${String(thrown)}`)
      return errorResponse(thrown)
    }
  }
}

/** Null where the request does not say how much comes. */
function toldLength(request: Request): number | null {
  const told = request.headers.get('Content-Length')
  return told !== null && /^\d{1,15}$/u.test(told) ? Number(told) : null
}

function notAllowed(allow: string): Response {
  const error = new CairnError('INVALID_INPUT', 'This address cannot be used that way.', 'Open Cairn anew.')
  const response = errorResponse(error, 405)
  response.headers.set('Allow', allow)
  return response
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch (thrown) {
    throw new CairnError('INVALID_INPUT', 'This is no address of a document.', 'Open it from the library.', {
      cause: thrown,
    })
  }
}
