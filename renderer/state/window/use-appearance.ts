import { useEffect } from 'react'
import { useSettings } from '../settings-store'
import { showAppearance } from './appearance'

/** Brings the page to language, theme and text size of the settings, and keeps it there when they or the system change. */
export function useAppearance(): void {
  const settings = useSettings((state) => state.settings)
  const known = useSettings((state) => state.known)
  useEffect(() => (known ? showAppearance(settings) : undefined), [settings, known])
  // Whatever is written into takes it from here, unless it says otherwise itself.
  useEffect(() => {
    document.documentElement.spellcheck = settings.desktop.spell_check
  }, [settings.desktop.spell_check])
}
