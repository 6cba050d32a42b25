import { version } from '@engine/platform/version'
import type { ShellActions } from '@engine/ports/shell-actions'

/** A terminal has no window: it chooses no files, shows none, and opens no links. */
export function terminalActions(): ShellActions {
  return {
    info: () => ({ kind: 'web', platform: process.platform, version, native_files: false }),
    pick: () => Promise.resolve([]),
    reveal: () => Promise.resolve(false),
    openLink: () => Promise.resolve(false),
    changeFolder: () => Promise.resolve(false),
  }
}
