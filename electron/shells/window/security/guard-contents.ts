import type { WebContents } from 'electron'
import { isPage } from '../decisions/page-address'

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
