import { fileURLToPath } from 'node:url'
import { resourcesFolder } from './platform/paths'
import { runWindow } from './shells/window/run-window'

// LanceDB's own warnings are for its developers; it reads this when it is loaded.
process.env['LANCEDB_LOG'] ??= 'error'

// Nothing here may wait: Electron is not ready before this module has ended.
runWindow({
  preload: fileURLToPath(new URL('../preload/preload.cjs', import.meta.url)),
  rendererFolder: fileURLToPath(new URL('../renderer', import.meta.url)),
  resources: resourcesFolder(),
  // Loaded beside the page, not before the window.
  createEngine: async (options) => {
    const [{ createEngine }, { electronHost }, { hostFile }] = await Promise.all([
      import('./engine'),
      import('./inference/electron-host'),
      import('./inference/host-file'),
    ])
    // The fuses forbid running the program as plain Node, which a fork would.
    const forkHost = (role: string, log: (line: string) => void) =>
      electronHost(hostFile(), `Cairn models (${role})`, log)
    return createEngine({ ...options, forkHost })
  },
})
