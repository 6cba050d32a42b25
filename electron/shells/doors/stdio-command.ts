import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DoorsState } from '@shared/api/doors-api'
import { packageFolder } from '@engine/platform/paths'

/**
 * How an assistant starts `cairn mcp` for a store, each path absolute, because it is started in a folder of the assistant's. Null where
 * there is no command line, as in an installed app.
 */
export function stdioCommand(storeFolder: string, root: string = packageFolder()): DoorsState['stdio'] {
  const script = join(root, 'scripts', 'cairn.mjs')
  if (!existsSync(script)) return null
  return { command: nodeCommand(), args: [script, 'mcp', '--store', storeFolder] }
}

/** What runs a script: this Node, for an assistant may not know the PATH that a terminal knows. Electron's binary is none. */
function nodeCommand(): string {
  const inElectron = 'electron' in process.versions
  return inElectron ? 'node' : process.execPath
}
