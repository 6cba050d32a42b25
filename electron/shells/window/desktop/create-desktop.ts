import { join } from 'node:path'
import { session } from 'electron'
import type { Machine } from '@engine/platform/paths'
import type { WindowWords } from '../decisions/menu-template'
import type { AppWindows } from '../opening/app-windows'
import type { PagePreferenceOptions } from '../security/page-preferences'
import type { DesktopActions } from '../window-shell-actions'
import { Desktop } from './desktop'
import { QuickAsk } from './quick-ask'
import { TrayIcon } from './tray-icon'

export interface DesktopParts {
  readonly windows: AppWindows
  /** Absolute path of resources/, outside the archive. */
  readonly resources: string
  readonly machine: Machine
  /** Absolute path of the program that the system may start at login; null for none. */
  readonly program: string | null
  readonly page: PagePreferenceOptions
  readonly words: () => WindowWords
  readonly log: (line: string) => void
}

/** The desktop around the windows: icon, small window, notices, starting at login. */
export function createDesktop(parts: DesktopParts): Desktop & { readonly actions: DesktopActions } {
  const { windows, resources, machine, program, page, words, log } = parts
  const icon = join(resources, 'icons', machine.platform === 'darwin' ? '16x16.png' : '24x24.png')
  const tray = new TrayIcon({
    icon,
    show: () => windows.show(),
    run: (name) => {
      windows.show()
      windows.send({ cairn: 'command', name })
    },
  })
  const quickAsk = new QuickAsk(page, log)
  const show = (research: string | null) => {
    windows.show()
    if (research !== null) windows.send({ cairn: 'open', research })
  }
  const desktop = new Desktop({
    machine,
    program,
    session: () => session.defaultSession,
    tray,
    quickAsk,
    words,
    show,
    log,
  })
  return Object.assign(desktop, {
    actions: {
      openWindow: (address: string) => Promise.resolve(windows.openAnother(address)),
      askInWindow(question: string) {
        quickAsk.hide()
        windows.show()
        windows.send({ cairn: 'ask', question })
        return Promise.resolve(true)
      },
      desktop: () => desktop.state,
      abilities: () => desktop.abilities(),
    },
  })
}
