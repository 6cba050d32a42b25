import { protocol, type Session } from 'electron'
import { isOwn, pageScheme } from '../decisions/page-address'

/** Makes the page's scheme behave as `https` does. Must run before Electron is ready. */
export function registerPageScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true }
  protocol.registerSchemesAsPrivileged([{ scheme: pageScheme, privileges }])
}

/** Answers the page's own addresses; every other host of the scheme, such as a deep link's, has nothing. */
export function servePage(session: Session, respond: (request: Request) => Promise<Response>): void {
  session.protocol.handle(pageScheme, async (request) => {
    if (!isOwn(request.url)) return new Response(null, { status: 404 })
    // Only an HTTP answer is unpacked by Chromium.
    request.headers.delete('Accept-Encoding')
    return respond(request)
  })
}
