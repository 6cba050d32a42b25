import type { Session } from 'electron'
import { isOriginal, mayRequest, mayUse } from './decisions/page-address'

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
    if (!isOriginal(item.getURL())) event.preventDefault()
  })
  // Elsewhere Chromium fetches its dictionaries from a server; on a Mac the system has them.
  session.setSpellCheckerEnabled(platform === 'darwin')
  // Looking for a proxy asks the network.
  await session.setProxy({ mode: 'direct' })
}
