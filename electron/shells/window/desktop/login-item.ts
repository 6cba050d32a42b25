import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { app } from 'electron'
import type { Machine } from '@engine/platform/paths'
import { autostartEntry, autostartFile, hiddenSwitch } from '../decisions/autostart'
import { writeText } from '../opening/window-files'

/** Has the system start Cairn when its user logs in, without a window, or no longer. Throws where the system refuses. */
export function openAtLogin(wanted: boolean, machine: Machine, program: string): void {
  if (machine.platform !== 'linux') {
    // A Mac tells a program that it was started so; Windows passes arguments on.
    app.setLoginItemSettings({ openAtLogin: wanted, args: [hiddenSwitch] })
    return
  }
  const path = autostartFile(machine)
  if (!wanted) {
    rmSync(path, { force: true })
    return
  }
  mkdirSync(dirname(path), { recursive: true })
  writeText(path, autostartEntry(program))
}

/** Whether the system started Cairn by itself, as far as it tells; elsewhere than on a Mac the command line says so. */
export function wasOpenedAtLogin(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
}
