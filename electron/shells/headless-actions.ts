import { version } from '@engine/platform/paths'
import type { Engine } from '@engine/ports/engine-interface'
import type { DoorActions, ShellActions } from '@engine/ports/shell-actions'
import { doorsState } from '@shells/doors/doors-state'
import { DoorToken } from '@shells/doors/door-token'

/**
 * The shell's acts in a terminal or browser tab, which has none: a tab chooses files and opens links by itself. `folder` is the
 * store's, absolute.
 */
export function headlessActions(engine: Pick<Engine, 'getSettings'>, folder: string): ShellActions {
  return {
    info: () => ({ kind: 'web', platform: process.platform, version, native_files: false }),
    pick: () => Promise.resolve([]),
    reveal: () => Promise.resolve(false),
    openFile: () => Promise.resolve(false),
    openLink: () => Promise.resolve(false),
    changeFolder: () => Promise.resolve(false),
    doors: closedDoors(engine, folder),
  }
}

/** Where no app runs nothing listens; the token can be shown and made anew all the same. */
function closedDoors(engine: Pick<Engine, 'getSettings'>, folder: string): DoorActions {
  const token = new DoorToken(folder)
  return {
    state: () => Promise.resolve(doorsState(engine.getSettings().doors, undefined, null)),
    token: () => token.get(),
    rotate: () => token.rotate(),
  }
}

/** Milliseconds between two tokens of an answer, from CAIRN_TOKEN_PACE_MS: tests slow answers down to interrupt them. */
export function tokenPaceMs(env: Readonly<Record<string, string | undefined>>): number {
  return Number(env['CAIRN_TOKEN_PACE_MS']) || 0
}
