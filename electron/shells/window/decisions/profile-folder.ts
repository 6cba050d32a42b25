import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { Machine } from '@engine/platform/paths'

/**
 * Where Chromium and the window keep what is theirs. Another store by CAIRN_STORE is another application: it has its own
 * single instance and its own window. `appData` is the platform's folder for applications' data.
 */
export function profileFolder(appData: string, machine: Machine, cwd: string): string {
  const store = machine.env['CAIRN_STORE']
  const own = store ? `-${createHash('sha256').update(resolve(cwd, store)).digest('hex').slice(0, 12)}` : ''
  return join(appData, 'Cairn', `window${own}`)
}
