import { readdir } from 'node:fs/promises'
import type { BrowserWindow } from 'electron'
import { storeFolderIn } from '../decisions/window-folders'
import type { WindowWords } from '../decisions/menu-template'
import { writeJson } from './window-files'
import { chooseFiles } from '../window-shell-actions'

/**
 * Lets the user choose another store folder and keeps the choice for the next start. False where none was chosen.
 * Rejects where the choice could not be kept.
 */
export async function chooseStore(
  window: BrowserWindow | undefined,
  configFile: string,
  { chooseStore: title, useFolder: buttonLabel }: WindowWords,
): Promise<boolean> {
  const properties = ['openDirectory' as const, 'createDirectory' as const]
  const [chosen] = await chooseFiles(window, { title, buttonLabel, properties })
  if (chosen === undefined) return false
  writeJson(configFile, { storeFolder: storeFolderIn(chosen, await readdir(chosen)) })
  return true
}
