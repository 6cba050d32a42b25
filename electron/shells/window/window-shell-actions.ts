import { existsSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { type BrowserWindow, dialog, type OpenDialogOptions, shell } from 'electron'
import type { HelpPage, ShellAbility } from '@shared/api/shell-api'
import type { DoorActions, ShellActions } from '@engine/ports/shell-actions'
import { mayOpenOutside } from './decisions/page-address'
import { unpacked } from './decisions/window-folders'

export interface ShellActionsOptions {
  readonly platform: string
  readonly version: string
  /** The window whose dialogs these are; undefined while there is none. */
  readonly window: () => BrowserWindow | undefined
  readonly changeFolder: () => Promise<boolean>
  readonly startAgain: () => void
  readonly doors: DoorActions
  readonly desktop: DesktopActions
  /** Absolute path of a page of help; it may lie in the archive. */
  readonly helpFile: (page: HelpPage) => string
  readonly log: (line: string) => void
}

/** The acts of windows and of the desktop around them. */
export interface DesktopActions extends Pick<ShellActions, 'openWindow' | 'askInWindow' | 'desktop'> {
  abilities(): ShellAbility[]
}

/** The acts of the system's dialogs and file manager for the page. */
export function createShellActions(options: ShellActionsOptions): ShellActions {
  const { platform, version, window, changeFolder, startAgain, doors, desktop, helpFile, log } = options
  return {
    info: () => ({ kind: 'window', platform, version, native_files: true, can: desktop.abilities() }),
    pick: (kind) =>
      chooseFiles(window(), { properties: [kind === 'files' ? 'openFile' : 'openDirectory', 'multiSelections'] }),
    reveal(path) {
      const real = unpacked(path)
      const isThere = existsSync(real)
      if (isThere) shell.showItemInFolder(real)
      return Promise.resolve(isThere)
    },
    openFile: (path) => openFile(unpacked(path), log),
    async openLink(url) {
      if (!mayOpenOutside(url)) return false
      try {
        await shell.openExternal(url)
        return true
      } catch (thrown) {
        log(`The system opened no link: ${String(thrown)}`)
        return false
      }
    },
    changeFolder,
    startAgain() {
      startAgain()
      return Promise.resolve(true)
    },
    openWindow: (address) => desktop.openWindow(address),
    askInWindow: (question) => desktop.askInWindow(question),
    desktop: () => desktop.desktop(),
    openHelp: (page) => openFile(unpacked(helpFile(page)), log),
    noteFault: log,
    doors,
  }
}

/** Absolute paths; empty where the dialog was left without choosing. */
export async function chooseFiles(window: BrowserWindow | undefined, options: OpenDialogOptions): Promise<string[]> {
  const shown = window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options)
  const { canceled, filePaths } = await shown
  return canceled ? [] : filePaths
}

/** Has the system's program open a file. False where there is no such file, or the system has no program for it. */
async function openFile(path: string, log: (line: string) => void): Promise<boolean> {
  // Behind a link may be a file of another kind than the name says.
  const isFile = await lstat(path).then(
    (entry) => entry.isFile(),
    () => false,
  )
  if (!isFile) return false
  const problem = await shell.openPath(path)
  if (problem !== '') log(`The system opened no file: ${problem}`)
  return problem === ''
}
