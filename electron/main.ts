import { fileURLToPath } from 'node:url'
import { resourcesFolder } from '@engine/platform/paths'
import { runWindow } from '@shells/window/run-window'

// LanceDB's own warnings are for its developers; it reads this when it is loaded.
process.env['LANCEDB_LOG'] ??= 'error'

// Nothing here may wait: Electron is not ready before this module has ended.
runWindow({
  preload: fileURLToPath(new URL('../preload/preload.cjs', import.meta.url)),
  rendererFolder: fileURLToPath(new URL('../renderer', import.meta.url)),
  resources: resourcesFolder(),
  storeMover: async () => (await import('@engine/engine')).storeMover,
  // Loaded beside the page, not before the window.
  createEngine: async (options) => {
    const [{ createEngine }, { electronHost }, { systemKeychain }] = await Promise.all([
      import('@engine/engine'),
      import('@shells/window/electron-host'),
      import('@shells/window/system-keychain'),
    ])
    // The fuses forbid running the program as plain Node, which a fork would.
    const forkHost = (entry: string, role: string, log: (line: string) => void) =>
      electronHost(entry, `Cairn (${role})`, log)
    return createEngine({ ...options, forkHost, keychain: systemKeychain })
  },
})
