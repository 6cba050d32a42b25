import type { ShortcutAction } from '@shared/settings'
import { defaultShortcuts, keysOf } from './shortcuts'
import { useSettings } from '../settings-store'

/** The keys of an action as they are printed on this keyboard; follows the settings. */
export function useShortcutKeys(action: ShortcutAction): string[] {
  return keysOf(useSettings((state) => state.settings.shortcuts[action]) ?? defaultShortcuts[action])
}
