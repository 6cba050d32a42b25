import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { ShortcutAction } from '@shared/settings'
import type { MenuEntry } from './decisions/menu-template'

/** Makes a menu of Electron's out of entries; `run` is called with the command of the one chosen. */
export function buildMenu(entries: readonly MenuEntry[], run: (command: ShortcutAction) => void) {
  const item = ({ command, submenu, ...rest }: MenuEntry): MenuItemConstructorOptions => ({
    ...rest,
    ...(command ? { click: () => run(command) } : {}),
    ...(submenu ? { submenu: submenu.map(item) } : {}),
  })
  return Menu.buildFromTemplate(entries.map(item))
}
