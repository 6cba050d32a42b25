import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaultShortcuts, shortcutActions } from '@shared/settings'
import { contextMenu } from '@shells/window/decisions/context-menu'
import {
  acceleratorOf,
  type MenuEntry,
  menuTemplate,
  windowLanguage,
  type WindowWord,
  windowWords,
} from '@shells/window/decisions/menu-template'

function flat(entries: readonly MenuEntry[]): MenuEntry[] {
  return entries.flatMap((entry) => [entry, ...flat(entry.submenu ?? [])])
}

const options = { words: windowWords.en, shortcuts: {}, devTools: false } as const

describe('the native menu', () => {
  // Would catch a command that can only be reached by keys, or a menu that forgets the other platform.
  test.each(['darwin', 'linux', 'win32'] as const)(
    'on %s has every command that makes sense in a menu, once',
    (platform) => {
      const commands = flat(menuTemplate({ ...options, platform })).flatMap(({ command }) => command ?? [])
      const keysOnly = ['stop', 'focus_composer', 'highlight']
      expect(commands.toSorted()).toEqual(shortcutActions.filter((action) => !keysOnly.includes(action)).toSorted())
    },
  )

  test('shows the keys a person chose, and leaves handling them to the page', () => {
    const entries = flat(menuTemplate({ ...options, platform: 'linux', shortcuts: { new_chat: 'mod+alt+n' } }))
    const entry = entries.find(({ command }) => command === 'new_chat')
    expect(entry).toMatchObject({ accelerator: 'CmdOrCtrl+Alt+N', registerAccelerator: false })
  })

  test('offers the developer tools only where they may be used', () => {
    const roles = (devTools: boolean) =>
      flat(menuTemplate({ ...options, platform: 'linux', devTools })).map(({ role }) => role)
    expect(roles(false)).not.toContain('toggleDevTools')
    expect(roles(false)).not.toContain('reload')
    expect(roles(true)).toContain('toggleDevTools')
  })

  // Would catch raw mnemonics on a Mac, and an entry without words.
  test.each(['en', 'zh'] as const)('is worded in %s on every platform', (language) => {
    for (const platform of ['darwin', 'linux', 'win32'] as const) {
      const entries = flat(menuTemplate({ ...options, words: windowWords[language], platform }))
      const labels = entries.filter(({ type }) => type !== 'separator').map(({ label }) => label ?? '')
      expect(labels).not.toContain('')
      if (platform === 'darwin') expect(labels.join()).not.toContain('&')
    }
  })
})

describe('keys in the menu', () => {
  test('every default has a name Electron knows', () => {
    for (const action of shortcutActions) expect(acceleratorOf(defaultShortcuts[action])).toHaveProperty('accelerator')
  })

  // Would catch a shortcut typed on a foreign keyboard that makes Electron throw while the menu is built.
  test.each(['mod+é', 'mod+中', 'mod++', '', 'mod+dead', 'mod+f25'])('%j is left out', (combo) => {
    expect(acceleratorOf(combo)).toEqual({})
  })
})

describe('the menu of the right mouse button', () => {
  const rightlySpelt = { misspelledWord: '', dictionarySuggestions: [] }

  test('offers what a word may have been meant to be, before anything else', () => {
    const dictionarySuggestions = ['heron', 'herons', 'hero', 'her', 'here', 'hers']
    const clicked = { isEditable: true, selectionText: '', misspelledWord: 'herron', dictionarySuggestions }
    const acts = contextMenu(clicked, windowWords.en).flatMap(({ act }) => act ?? [])
    expect(acts).toEqual([
      ...['heron', 'herons', 'hero', 'her', 'here'].map((word) => ({ do: 'replace_word', word })),
      { do: 'learn_word', word: 'herron' },
    ])
  })

  test('offers what can be done, and nothing where nothing can', () => {
    const roles = (isEditable: boolean, selectionText: string) =>
      contextMenu({ isEditable, selectionText, ...rightlySpelt }, windowWords.en).flatMap(({ role }) => role ?? [])
    expect(roles(false, '')).toEqual([])
    expect(roles(false, 'words')).toEqual(['copy'])
    expect(roles(true, '')).toContain('paste')
  })
})

test('the language of the menu is the chosen one, else the system’s', () => {
  expect(windowLanguage('zh', 'en-US')).toBe('zh')
  expect(windowLanguage('system', 'zh-Hans-CN')).toBe('zh')
  expect(windowLanguage('system', 'de')).toBe('en')
})

/** Words of the menu, and the texts of the page that mean the same. */
const same: Partial<Record<WindowWord, string>> = {
  newChat: 'app:newChat',
  newWindow: 'palette:commands.newWindow',
  addFiles: 'palette:commands.addFiles',
  settings: 'app:settings',
  palette: 'app:palette',
  searchSessions: 'palette:commands.searchSessions',
  find: 'palette:commands.findInDocument',
  chat: 'app:chat',
  library: 'app:library',
  graph: 'app:graph',
  models: 'app:models',
  toggleSidebar: 'app:sidebar',
  toggleEvidence: 'app:evidence',
  undo: 'app:undo',
  copy: 'app:copy',
  tryAgain: 'app:retry',
  documentsDone: 'settings:desktop.notices.documentsDone',
  documentsFailed: 'settings:desktop.notices.documentsFailed',
  researchDone: 'settings:desktop.notices.titles.research.done',
  researchFailed: 'settings:desktop.notices.titles.research.failed',
  downloadDone: 'settings:desktop.notices.titles.download.done',
  downloadFailed: 'settings:desktop.notices.titles.download.failed',
  vectorsDone: 'settings:desktop.notices.titles.vectors.done',
  vectorsFailed: 'settings:desktop.notices.titles.vectors.failed',
  evaluationDone: 'settings:desktop.notices.titles.evaluation.done',
  evaluationFailed: 'settings:desktop.notices.titles.evaluation.failed',
  backupDone: 'settings:desktop.notices.titles.backup.done',
  backupFailed: 'settings:desktop.notices.titles.backup.failed',
}

// Would catch a menu that calls a thing otherwise than the page behind it does.
test.each(['en', 'zh'] as const)('the menu and the page have one vocabulary, in %s', (language) => {
  const plain = (words: string) => words.replace(/…$/u, '').toLowerCase()
  const ofMenu = Object.keys(same).map((word) => [word, plain(windowWords[language][word as WindowWord])])
  const ofPage = Object.entries(same).map(([word, key]) => [word, plain(pageText(language, key))])
  expect(ofMenu).toEqual(ofPage)
})

function pageText(language: 'en' | 'zh', key: string): string {
  const [namespace = '', path = ''] = key.split(':')
  const file = join(import.meta.dirname, '../../../../../renderer/locales', language, `${namespace}.json`)
  const tree: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const below = (node: unknown, part: string): unknown =>
    typeof node === 'object' && node !== null ? Object.entries(node).find(([name]) => name === part)?.[1] : undefined
  return String(path.split('.').reduce(below, tree))
}
