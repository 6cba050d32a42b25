import { version } from '@engine/platform/paths'
import type { ShellActions } from '@engine/ports/shell-actions'

/** The shell's acts in a terminal or browser tab, which has none: a tab chooses files and opens links by itself. */
export function headlessActions(): ShellActions {
  return {
    info: () => ({ kind: 'web', platform: process.platform, version, native_files: false }),
    pick: () => Promise.resolve([]),
    reveal: () => Promise.resolve(false),
    openFile: () => Promise.resolve(false),
    openLink: () => Promise.resolve(false),
    changeFolder: () => Promise.resolve(false),
  }
}

/** Milliseconds between two tokens of an answer, from CAIRN_TOKEN_PACE_MS: tests slow answers down to interrupt them. */
export function tokenPaceMs(env: Readonly<Record<string, string | undefined>>): number {
  return Number(env['CAIRN_TOKEN_PACE_MS']) || 0
}
