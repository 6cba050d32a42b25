import { Tray } from 'electron'
import type { ShortcutAction } from '@shared/settings'
import type { MenuEntry, WindowWords } from '../decisions/menu-template'
import { buildMenu } from '../native-ui'

export interface TrayOptions {
  /** Absolute path of a PNG of 24 × 24 or, for a Mac, 16 × 16 pixels. */
  readonly icon: string
  readonly show: () => void
  readonly run: (command: ShortcutAction) => void
}

/** The icon where the system has its clocks. */
export class TrayIcon {
  #tray: Tray | undefined

  constructor(private readonly options: TrayOptions) {}

  /** Shows the icon with its menu in these words, or takes it away. Throws where the system has no place for it. */
  apply(wanted: boolean, words: WindowWords): void {
    if (!wanted) {
      this.close()
      return
    }
    const { icon, show, run } = this.options
    if (!this.#tray) {
      this.#tray = new Tray(icon)
      this.#tray.setToolTip('Cairn')
      this.#tray.on('click', show)
    }
    this.#tray.setContextMenu(buildMenu(trayEntries(words), { run, act: show }))
  }

  close(): void {
    this.#tray?.destroy()
    this.#tray = undefined
  }
}

function trayEntries(words: WindowWords): MenuEntry[] {
  return [
    { label: words.show, act: { do: 'show' } },
    { label: words.newChat, command: 'new_chat' },
    { type: 'separator' },
    { role: 'quit', label: words.quit },
  ]
}
