import { defaultShortcuts, type ShortcutAction, type Settings } from '@shared/settings'
import type { WindowWord, WindowWords } from './menu-words'

/** A menu entry before Electron knows of it: either a role of the system, or a command for the page. */
export interface MenuEntry {
  readonly label?: string
  readonly type?: 'separator'
  readonly role?: Role
  readonly accelerator?: string
  /** The page handles the keys itself, so that a person may change them; the menu only shows them. */
  readonly registerAccelerator?: false
  readonly command?: ShortcutAction
  readonly submenu?: readonly MenuEntry[]
}

type Role =
  | 'about'
  | 'services'
  | 'hide'
  | 'hideOthers'
  | 'unhide'
  | 'quit'
  | 'close'
  | 'undo'
  | 'redo'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'pasteAndMatchStyle'
  | 'selectAll'
  | 'reload'
  | 'zoomIn'
  | 'zoomOut'
  | 'resetZoom'
  | 'togglefullscreen'
  | 'toggleDevTools'
  | 'minimize'
  | 'front'
  | 'help'
  | 'windowMenu'

export interface MenuOptions {
  readonly platform: NodeJS.Platform
  readonly words: WindowWords
  readonly shortcuts: Settings['shortcuts']
  /** Whether the developer tools are offered. */
  readonly devTools: boolean
}

const separator: MenuEntry = { type: 'separator' }

/** The native menu bar: on a Mac with an application menu, elsewhere with those entries in File and Help. */
export function menuTemplate({ platform, words, shortcuts, devTools }: MenuOptions): MenuEntry[] {
  const mac = platform === 'darwin'
  const say = (word: WindowWord) => (mac ? words[word].replace(/\(&.\)|&/gu, '') : words[word])
  const role = (name: Role, word: WindowWord): MenuEntry => ({ role: name, label: say(word) })
  const command = (name: ShortcutAction, word: WindowWord): MenuEntry => ({
    label: say(word),
    command: name,
    registerAccelerator: false,
    ...acceleratorOf(shortcuts[name] ?? defaultShortcuts[name]),
  })
  const menu = (word: WindowWord, submenu: MenuEntry[]): MenuEntry => ({ label: say(word), submenu })

  const application: MenuEntry = {
    label: 'Cairn',
    submenu: [
      role('about', 'about'),
      separator,
      command('settings', 'settings'),
      separator,
      role('services', 'services'),
      separator,
      role('hide', 'hide'),
      role('hideOthers', 'hideOthers'),
      role('unhide', 'showAll'),
      separator,
      role('quit', 'quit'),
    ],
  }
  const file = menu('file', [
    command('new_chat', 'newChat'),
    command('add_files', 'addFiles'),
    separator,
    ...(mac ? [role('close', 'close')] : [command('settings', 'settings'), separator, role('quit', 'quit')]),
  ])
  const edit = menu('edit', [
    role('undo', 'undo'),
    role('redo', 'redo'),
    separator,
    role('cut', 'cut'),
    role('copy', 'copy'),
    role('paste', 'paste'),
    role('pasteAndMatchStyle', 'pastePlain'),
    role('selectAll', 'selectAll'),
    separator,
    command('find_in_document', 'find'),
    command('search_sessions', 'searchSessions'),
  ])
  const view = menu('view', [
    command('palette', 'palette'),
    separator,
    command('go_chat', 'chat'),
    command('go_library', 'library'),
    command('go_graph', 'graph'),
    command('go_models', 'models'),
    separator,
    command('toggle_sidebar', 'toggleSidebar'),
    command('toggle_evidence', 'toggleEvidence'),
    separator,
    role('zoomIn', 'zoomIn'),
    role('zoomOut', 'zoomOut'),
    role('resetZoom', 'actualSize'),
    role('togglefullscreen', 'fullScreen'),
    ...(devTools ? [separator, role('reload', 'reload'), role('toggleDevTools', 'devTools')] : []),
  ])
  const window: MenuEntry = {
    label: say('window'),
    ...(mac ? { role: 'windowMenu' } : {}),
    submenu: [role('minimize', 'minimize'), ...(mac ? [separator, role('front', 'front')] : [role('close', 'close')])],
  }
  const help: MenuEntry = {
    label: say('help'),
    role: 'help',
    submenu: mac ? [] : [role('about', 'about')],
  }
  return [...(mac ? [application] : []), file, edit, view, window, ...(mac ? [] : [help])]
}

const keyNames: Readonly<Record<string, string>> = {
  mod: 'CmdOrCtrl',
  ctrl: 'Control',
  alt: 'Alt',
  shift: 'Shift',
  escape: 'Esc',
  enter: 'Enter',
  space: 'Space',
  tab: 'Tab',
  backspace: 'Backspace',
  delete: 'Delete',
  arrowup: 'Up',
  arrowdown: 'Down',
  arrowleft: 'Left',
  arrowright: 'Right',
  home: 'Home',
  end: 'End',
  pageup: 'PageUp',
  pagedown: 'PageDown',
}

/** `mod+shift+k` in Electron's words. Nothing where it has no name there: a wrong one would keep the menu from opening. */
export function acceleratorOf(combo: string): { accelerator?: string } {
  const keys = combo.split('+').map((key) => keyNames[key] ?? plainKey(key))
  return keys.length > 0 && keys.every((key) => key !== undefined) ? { accelerator: keys.join('+') } : {}
}

function plainKey(key: string): string | undefined {
  if (/^f(?:[1-9]|1\d|2[0-4])$/u.test(key)) return key.toUpperCase()
  return /^[a-z0-9,./;'[\]\\`=-]$/u.test(key) ? key.toUpperCase() : undefined
}
