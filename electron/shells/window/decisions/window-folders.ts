import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { absoluteStore, defaultStoreFolder, type Machine, type StorePlace, storePlace } from '@engine/platform/paths'
import { createHash } from 'node:crypto'

/** The window's own settings, in `config.json`. They name the store, so they cannot lie in it. */
export const WindowConfig = z.object({ storeFolder: z.string().refine(isAbsolute).optional() })
export type WindowConfig = z.infer<typeof WindowConfig>

/** The store to open: CAIRN_STORE, the folder the user chose, or the platform's own. Throws as `storePlace`. */
export function storeFor(machine: Machine, config: WindowConfig | undefined, cwd: string): StorePlace {
  const named = machine.env['CAIRN_STORE']
  return named ? storePlace(named, cwd, machine) : { folder: config?.storeFolder ?? defaultStoreFolder(machine) }
}

/** Whether the user may choose another folder: not while the environment decides. */
export function mayChooseStore(machine: Machine): boolean {
  return !machine.env['CAIRN_STORE']
}

/**
 * Where in a chosen folder the store belongs: the folder itself where it is a store already or empty, else a folder
 * `Cairn` in it, so that nobody's Documents fill with our files. `entries` are the names in the chosen folder.
 */
export function storeFolderIn(chosen: string, entries: readonly string[]): string {
  const ours = entries.includes('store.json') || entries.every((name) => name === '.DS_Store' || name === 'desktop.ini')
  return ours ? chosen : join(chosen, 'Cairn')
}

/**
 * Where Chromium and the window keep what is theirs. Another store by CAIRN_STORE is another application: it has its own
 * single instance and its own window. `appData` is the platform's folder for applications' data.
 */
export function profileFolder(appData: string, machine: Machine, cwd: string): string {
  const store = machine.env['CAIRN_STORE']
  const own = store ? `-${createHash('sha256').update(absoluteStore(store, cwd)).digest('hex').slice(0, 12)}` : ''
  return join(appData, 'Cairn', `window${own}`)
}

/**
 * The real path of a file that the package keeps beside its archive (`asarUnpack`). Only Electron's own file functions
 * can look into the archive; what is handed to workers, native code or the file manager must lie outside.
 */
export function unpacked(path: string): string {
  return path.replace(/([\\/])app\.asar(?=[\\/]|$)/u, '$1app.asar.unpacked')
}
