import english from '@resources/words/window.en.json'
import chinese from '@resources/words/window.zh.json'
import type { HelpPage } from '@shared/api/shell-api'
import { defaultShortcuts, type ShortcutAction, type Settings } from '@shared/settings'

export type WindowLanguage = 'en' | 'zh'
export type WindowWord = keyof typeof english
export type WindowWords = Readonly<Record<WindowWord, string>>

/** The words of menus and dialogs. */
export const windowWords: Readonly<Record<WindowLanguage, WindowWords>> = { en: english, zh: chinese }

/** The language of menus and dialogs. `locale` is the system's, as `zh-CN`. */
export function windowLanguage(chosen: 'system' | WindowLanguage, locale: string): WindowLanguage {
  if (chosen !== 'system') return chosen
  return locale.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

/** A menu entry before Electron knows of it: either a role of the system, or a command for the page. */
export interface MenuEntry {
  readonly label?: string
  readonly type?: 'separator'
  readonly role?: Role
  readonly accelerator?: string
  /** The page handles the keys itself, so that a person may change them; the menu only shows them. */
  readonly registerAccelerator?: false
  readonly command?: ShortcutAction
  readonly act?: MenuAct
  readonly submenu?: readonly MenuEntry[]
}

/** What an entry has the shell do, and not the page. */
export type MenuAct =
  | { readonly do: 'show' }
  | { readonly do: 'help'; readonly page: HelpPage }
  | { readonly do: 'replace_word'; readonly word: string }
  | { readonly do: 'learn_word'; readonly word: string }

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
export function menuTemplate(options: MenuOptions): MenuEntry[] {
  const entries = entriesOf(options)
  const bar = [fileMenu(entries), editMenu(entries), viewMenu(entries, options.devTools), windowMenu(entries)]
  return entries.mac ? [applicationMenu(entries), ...bar, helpMenu(entries)] : [...bar, helpMenu(entries)]
}

/** Makes entries with the words and keys of one platform. */
type Entries = ReturnType<typeof entriesOf>

function entriesOf({ platform, words, shortcuts }: MenuOptions) {
  const mac = platform === 'darwin'
  const say = (word: WindowWord) => (mac ? words[word].replace(/\(&.\)|&/gu, '') : words[word])
  return {
    mac,
    role: (name: Role, word: WindowWord): MenuEntry => ({ role: name, label: say(word) }),
    command: (name: ShortcutAction, word: WindowWord): MenuEntry => ({
      label: say(word),
      command: name,
      registerAccelerator: false,
      ...acceleratorOf(shortcuts[name] ?? defaultShortcuts[name]),
    }),
    help: (page: HelpPage, word: WindowWord): MenuEntry => ({ label: say(word), act: { do: 'help', page } }),
    menu: (word: WindowWord, submenu: MenuEntry[]): MenuEntry => ({ label: say(word), submenu }),
  }
}

function applicationMenu({ role, command }: Entries): MenuEntry {
  return {
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
}

function fileMenu({ mac, role, command, menu }: Entries): MenuEntry {
  return menu('file', [
    command('new_chat', 'newChat'),
    command('new_window', 'newWindow'),
    command('add_files', 'addFiles'),
    separator,
    ...(mac ? [role('close', 'close')] : [command('settings', 'settings'), separator, role('quit', 'quit')]),
  ])
}

function editMenu({ role, command, menu }: Entries): MenuEntry {
  return menu('edit', [
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
}

function viewMenu({ role, command, menu }: Entries, devTools: boolean): MenuEntry {
  return menu('view', [
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
}

function windowMenu({ mac, role, menu }: Entries): MenuEntry {
  const others = mac ? [separator, role('front', 'front')] : [role('close', 'close')]
  return { ...menu('window', [role('minimize', 'minimize'), ...others]), ...(mac ? { role: 'windowMenu' } : {}) }
}

function helpMenu({ mac, role, menu, help }: Entries): MenuEntry {
  const pages = [help('guide', 'guide'), help('licences', 'licences'), help('log', 'logFile')]
  return { ...menu('help', [...pages, ...(mac ? [] : [separator, role('about', 'about')])]), role: 'help' }
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
