import type { DesktopState, HelpPage, ShellAbility, ShellInfo } from '@shared/api/shell-api'
import { create } from 'zustand'
import { askForNotices, noticePermission } from '@renderer/bridge/system-notice'
import { call, useConnection } from '../connection'
import { attempt } from '../window/notices'
import { useSettings } from '../settings-store'

/** What a tab does by itself: browsers have notices, dictionaries and windows of their own. */
function ofTab(): ShellAbility[] {
  return [...(noticePermission() === 'missing' ? [] : (['notifications'] as const)), 'spell_check', 'windows', 'help']
}

/** What of the desktop can be had here, by the shell or by the browser. */
export function abilitiesOf(shell: ShellInfo | null): ReadonlySet<ShellAbility> {
  return new Set(shell?.kind === 'web' ? ofTab() : (shell?.can ?? []))
}

/** Whether the browser lets this page show notices; it asks the user once. Only after something they pressed. */
export async function mayNotice(): Promise<boolean> {
  return (await askForNotices()) === 'granted'
}

/** Opens one more window, or a tab, at an address of the page that begins with `#/`. */
export function openAnotherWindow(address: string): void {
  if (useConnection.getState().shell?.kind === 'window') {
    void attempt(() => call((client) => client.shell.open_window({ address })))
    return
  }
  window.open(`${window.location.pathname}${address}`, '_blank', 'noopener')
}

/** Opens a page of help beside this one. A tab has no log: it is in the terminal that serves it. */
export function openHelp(page: HelpPage): void {
  if (useConnection.getState().shell?.kind === 'window') {
    void attempt(() => call((client) => client.shell.open_help({ page })))
    return
  }
  window.open(`${window.location.pathname.replace(/[^/]*$/u, '')}help/${page}.html`, '_blank', 'noopener')
}

/** How the system took what the settings want; null until it has said so. */
export const useDesktop = create<{ readonly state: DesktopState | null }>(() => ({ state: null }))

/** Asks the shell again whenever the settings change, until the returned function is called. */
export function followDesktop(): () => void {
  const read = () => {
    if (useConnection.getState().status !== 'open') return
    // What cannot be read now is read after the next change; nothing else depends on it.
    call((client) => client.shell.desktop()).then(
      (state) => useDesktop.setState({ state }),
      () => undefined,
    )
  }
  read()
  return useSettings.subscribe((now, before) => {
    if (now.settings.desktop !== before.settings.desktop) read()
  })
}
