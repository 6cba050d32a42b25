import type { DesktopState, HelpPage, ShellInfo } from '@shared/api/shell-api'
import type { DoorsState } from '@shared/api/doors-api'

/** The ways in for other programs, as the shell keeps them. */
export interface DoorActions {
  /** As the settings are now. */
  state(): Promise<DoorsState>
  /** The token, made where there is none yet. Throws PERMISSION_DENIED, DISK_FULL. */
  token(): Promise<string>
  /** Makes another token, which alone is good from then on. Throws PERMISSION_DENIED, DISK_FULL. */
  rotate(): Promise<string>
}

/** Acts that only the shell around a window can do. */
export interface ShellActions {
  info(): ShellInfo
  /** Absolute paths; empty where nothing was chosen or there is no dialog. */
  pick(kind: 'files' | 'folder'): Promise<string[]>
  /** Shows a file in the system's file manager. False where the shell cannot. */
  reveal(path: string): Promise<boolean>
  /** Has the system's program open a file that is no program itself. False where the shell cannot, or the file is gone. */
  openFile(path: string): Promise<boolean>
  /** Opens a checked http(s) or mailto address outside Cairn. False where the shell cannot. */
  openLink(url: string): Promise<boolean>
  /** Chooses another store folder and starts again with it. False where the shell cannot, or nothing was chosen. */
  changeFolder(): Promise<boolean>
  /** Ends and starts again. False where the shell cannot. */
  startAgain(): Promise<boolean>
  /** Opens another window at an address of the page that begins with `#/`. False where the shell cannot. */
  openWindow(address: string): Promise<boolean>
  /** Asks in the window that was used last. False where the shell has none. */
  askInWindow(question: string): Promise<boolean>
  desktop(): DesktopState
  /** False where the shell cannot, or has no such page. */
  openHelp(page: HelpPage): Promise<boolean>
  /** Writes a line about a fault of the page into the log. */
  noteFault(line: string): void
  readonly doors: DoorActions
}
