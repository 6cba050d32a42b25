import type { ErrorReport } from '@shared/errors'
import { CircleAlert, RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../controls/button'
import styles from './error-note.module.css'
import { sentencesText } from '../text/figure-text'
import { safeName } from '../text/safe-name'
import { type ErrorText, useErrorText } from '../text/use-error-text'

interface ErrorNoteProps {
  readonly error: ErrorReport
  /** A sentence about the failed attempt; without it the error's own sentence stands first. */
  readonly title?: string | undefined
  /** The error and the way on in words of this place, where they are better than those of the error's code. */
  readonly inWords?: Pick<ErrorText, 'message' | 'action'> | undefined
  /** Says that nothing was lost. Only where that is true. */
  readonly nothingLost?: boolean
  readonly onRetry?: (() => void) | undefined
  readonly retryText?: string | undefined
}

/** An error in its place: what happened, that nothing was lost, and the next step. */
export function ErrorNote({ error, title, inWords, nothingLost = false, onRetry, retryText }: ErrorNoteProps) {
  const { t } = useTranslation('app')
  const { message, action, detail } = { ...useErrorText()(error), ...inWords }
  return (
    <div className={styles.note} role="alert">
      <CircleAlert size={16} strokeWidth={1.75} className={styles.icon} aria-hidden />
      <div className={styles.text}>
        <p className={styles.title}>{title ?? safeName(message)}</p>
        {title !== undefined && <p>{safeName(message)}</p>}
        {(action !== '' || nothingLost) && <p>{sentencesText([nothingLost ? t('nothingLost') : '', action])}</p>}
        {detail !== '' && <p className={styles.detail}>{t('engineSays', { detail: safeName(detail) })}</p>}
      </div>
      {onRetry && (
        <Button size="small" icon={RotateCcw} onClick={onRetry} className={styles.retry}>
          {retryText ?? t('retry')}
        </Button>
      )}
    </div>
  )
}
