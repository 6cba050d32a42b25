import type { Session } from 'electron'
import { isOriginal, isOwn, mayRequest, mayUse } from '../decisions/page-address'

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
  // Elsewhere Chromium fetches its dictionaries from a server; on a Mac the system has them.
  session.setSpellCheckerEnabled(platform === 'darwin')
  // Looking for a proxy asks the network.
  await session.setProxy({ mode: 'direct' })
}

/** A file that the page itself has made, such as an export; of a document in its sandbox the address is `blob:null/…`. */
function isMadeByPage(url: string): boolean {
  return url.startsWith('blob:') && isOwn(url.slice('blob:'.length))
}
