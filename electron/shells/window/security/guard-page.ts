import { type Session, type WebContents, protocol } from 'electron'
import { isOriginal, isOwn, mayRequest, mayUse, isPage, pageScheme } from '../decisions/page-address'

export interface GuardOptions {
  readonly platform: NodeJS.Platform
  readonly devTools: boolean
  readonly log: (line: string) => void
}

/** Closes every way by which a page could reach the network, a device or the disk. */
export async function guardSession(session: Session, { platform, devTools, log }: GuardOptions): Promise<void> {
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const allowed = mayRequest(url, { devTools })
    if (!allowed) log(`Refused to load ${url.slice(0, 200)}`)
    answer({ cancel: !allowed })
  })
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(mayUse(permission, requestingUrl)),
  )
  session.setPermissionCheckHandler((_contents, permission, origin) => mayUse(permission, origin))
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event, item) => {
    const url = item.getURL()
    if (!isOriginal(url) && !isMadeByPage(url)) event.preventDefault()
  })
  // Elsewhere Chromium fetches its dictionaries from a server; on a Mac the system has them, and the settings decide.
  session.setSpellCheckerEnabled(platform === 'darwin')
  // Looking for a proxy asks the network.
  await session.setProxy({ mode: 'direct' })
}

/** A file that the page itself has made, such as an export; of a document in its sandbox the address is `blob:null/…`. */
function isMadeByPage(url: string): boolean {
  return url.startsWith('blob:') && isOwn(url.slice('blob:'.length))
}

/** Keeps a page where it is: no other address, no new window, no embedded page, no packets past the network rules. */
export function guardContents(contents: WebContents, log: (line: string) => void): void {
  const stay = (event: { url: string; preventDefault(): void }) => {
    if (isPage(event.url)) return
    event.preventDefault()
    log(`Refused to go to ${event.url.slice(0, 200)}`)
  }
  contents.on('will-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-frame-navigate', stay)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}

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
