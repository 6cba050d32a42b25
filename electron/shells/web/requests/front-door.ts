import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { CairnError } from '@shared/errors'
import { errorResponse, jsonResponse } from '@shells/assets/error-response'
import { plainHeaders } from '@shells/assets/security-headers'
import { holdsCookie, ownOrigin, sameSecret, sessionCookie } from './admission'
import { linkOf, type Links } from './links'
import { toRequest } from './node-http'
import { refusalPage } from './refusal-page'

export interface FrontDoorOptions {
  /** The port to listen on; 0 for a free port. */
  readonly port: number
  /** The content of the cookie that lets a tab in. */
  readonly cookieSecret: string
  /** The secret by which another process of the same user gets a link for this server. */
  readonly linkSecret: string
  readonly links: Links
}

/** Decides who is let in: holders of the cookie, and holders of a link, who get the cookie for it. */
export class FrontDoor {
  port: number

  constructor(
    private readonly options: FrontDoorOptions,
    private readonly respond: (request: Request) => Promise<Response>,
  ) {
    this.port = options.port
  }

  /** Whether a request comes from a page of ours and holds its cookie. */
  knows(headers: IncomingHttpHeaders): boolean {
    return ownOrigin(headers, this.port) !== undefined && holdsCookie(headers, this.port, this.options.cookieSecret)
  }

  async answer(incoming: IncomingMessage, signal: AbortSignal): Promise<Response> {
    const { cookieSecret, links } = this.options
    const { headers, method } = incoming
    const origin = ownOrigin(headers, this.port)
    if (origin === undefined || incoming.url?.startsWith('/') !== true) return refused()
    const url = new URL(origin + incoming.url)
    if (url.pathname === '/link' && method === 'POST') return this.#newLink(headers.authorization ?? '')
    const known = holdsCookie(headers, this.port, cookieSecret)
    if (url.pathname === '/open' && method === 'GET') {
      if (await links.redeem(url.searchParams.get('token') ?? '')) return letIn(sessionCookie(this.port, cookieSecret))
      return known ? letIn() : refusalPage(headers['accept-language'])
    }
    if (known) return this.respond(toRequest(incoming, origin, signal))
    const isPage = headers.accept?.includes('text/html') === true
    return isPage ? refusalPage(headers['accept-language']) : refused()
  }

  async #newLink(authorization: string): Promise<Response> {
    const { linkSecret, links } = this.options
    if (!sameSecret(authorization, `Bearer ${linkSecret}`)) return refused()
    return jsonResponse({ link: linkOf(this.port, await links.issue()) })
  }
}

function refused(): Response {
  return errorResponse(
    new CairnError('PERMISSION_DENIED', 'Cairn did not let this request in.', 'Open Cairn with the link it prints.'),
  )
}

function letIn(cookie?: string): Response {
  const headers = plainHeaders()
  headers.set('Location', '/')
  if (cookie !== undefined) headers.set('Set-Cookie', cookie)
  return new Response(null, { status: 303, headers })
}
