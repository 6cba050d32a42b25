import { version } from '@engine/platform/paths'
import type { ShellActions } from '@engine/ports/shell-actions'

/** What a terminal or a browser tab can do outside itself: nothing. A tab has its own ways to choose files and open links. */
export function headlessActions(): ShellActions {
  return {
    info: () => ({ kind: 'web', platform: process.platform, version, native_files: false }),
    pick: () => Promise.resolve([]),
    reveal: () => Promise.resolve(false),
    openLink: () => Promise.resolve(false),
    changeFolder: () => Promise.resolve(false),
  }
}

/** Milliseconds between two tokens of an answer, from CAIRN_TOKEN_PACE_MS: tests slow answers down to interrupt them. */
export function tokenPaceMs(env: Readonly<Record<string, string | undefined>>): number {
  return Number(env['CAIRN_TOKEN_PACE_MS']) || 0
}
