import type { ErrorCode, ErrorReport } from '@shared/errors'
import { useTranslation } from 'react-i18next'

/** Codes whose Chinese sentence says less than the engine's own words. */
const worthDetail: ReadonlySet<ErrorCode> = new Set([
  'INVALID_INPUT',
  'NOT_FOUND',
  'STORE_UNUSABLE',
  'STORE_DAMAGED',
  'FILE_CORRUPT',
  'MODEL_UNUSABLE',
  'MODEL_FAILED',
  'NETWORK_DENIED',
  'CHECKSUM_MISMATCH',
  'TOOL_UNAVAILABLE',
  'TOOL_FAILED',
  'INTERNAL',
])

export interface ErrorText {
  readonly message: string
  /** What the reader can do; may be empty. */
  readonly action: string
  /** The engine's own words, where they say more; may be empty. */
  readonly detail: string
}

/** An error's words in the reader's language: in English the engine's own sentences, elsewhere those of its code. */
export function useErrorText(): (error: ErrorReport) => ErrorText {
  const { t, i18n } = useTranslation('errors')
  return (error) => {
    const message = t(`${error.code}.message`)
    const action = t(`${error.code}.action`)
    if (i18n.language === 'en') return { message: error.message || message, action: error.action, detail: '' }
    return { message, action, detail: worthDetail.has(error.code) ? error.message : '' }
  }
}
