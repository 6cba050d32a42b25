import { RetrievalSettings, type SettingsVariant } from '@shared/settings'
import { UsageError } from './args'

export const settingNames = RetrievalSettings.keyof()

/** Reads `passages=8,cross_language=false`. A setting that is not named stays as it is. Throws UsageError. */
export function settingsVariant(text: string | undefined, option: string, command: string): SettingsVariant {
  const wrong = { option: `--${option}`, names: settingNames.options.join(', ') }
  const variant: Record<string, unknown> = {}
  for (const part of text?.split(',') ?? []) {
    const [name = '', ...rest] = part.split('=').map((piece) => piece.trim())
    const value = rest.join('=')
    const setting = settingNames.safeParse(name).data
    if (!setting) throw new UsageError('unknownSetting', { ...wrong, name }, command)
    const parsed = RetrievalSettings.shape[setting].safeParse(plainValue(value))
    if (!parsed.success) throw new UsageError('badSetting', { ...wrong, name, value }, command)
    variant[setting] = parsed.data
  }
  return variant
}

function plainValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^\d+$/u.test(text) ? Number(text) : text
}
