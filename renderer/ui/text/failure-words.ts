import { ErrorCode } from '@shared/errors'
import type { Note } from '@shared/note'
import type { TFunction } from 'i18next'

/**
 * A failure's own words, which are English; in another language behind what its code means there. Without a full stop,
 * because it stands within a sentence. Undefined where the note tells of none.
 */
export function failureWords({ message, code }: Note['values'], t: TFunction<'pipeline'>): string | undefined {
  if (typeof message !== 'string') return undefined
  const own = withoutStop(message)
  const known = ErrorCode.safeParse(code)
  if (!known.success) return own
  const words = withoutStop(t(`${known.data}.message`, { ns: 'errors' }))
  return t('why', { replace: { words, message: own } })
}

function withoutStop(sentence: string): string {
  return sentence.replace(/[.。\s]+$/u, '')
}
