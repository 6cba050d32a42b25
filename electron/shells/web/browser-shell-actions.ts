import { version } from '@engine/platform/version'
import type { ShellActions } from '@engine/ports/shell-actions'

/** What a browser tab's shell can do: nothing outside the tab, which has its own ways to choose files and open links. */
export function webActions(): ShellActions {
  return {
    info: () => ({ kind: 'web', platform: process.platform, version, native_files: false }),
    pick: () => Promise.resolve([]),
    reveal: () => Promise.resolve(false),
    openLink: () => Promise.resolve(false),
    changeFolder: () => Promise.resolve(false),
  }
}
