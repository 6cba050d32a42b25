import type { ContextChoices } from '@shared/session/turn-trace'
import type { TFunction } from 'i18next'

/** How many passages are pinned and excluded, in words; empty where none are. */
export function choicesText({ pinned, excluded }: ContextChoices, t: TFunction<'context'>): string {
  const parts = [
    pinned.length > 0 ? t('pinned', { count: pinned.length }) : '',
    excluded.length > 0 ? t('excluded', { count: excluded.length }) : '',
  ]
  return parts.filter(Boolean).join(t('between'))
}
