import { RotateCcw, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dropUpload, retryUpload, type Upload } from '@renderer/state/library/uploads'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { classes } from '@renderer/ui/classes'
import { FileName } from '@renderer/ui/documents/file-name'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import { safeName } from '@renderer/ui/text/safe-name'
import { useErrorText } from '@renderer/ui/text/use-error-text'
import { numberText, sentencesText, sizeText } from '@renderer/ui/text/figure-text'
import styles from '../activity-strip.module.css'

const mostListed = 20

/** The files on their way to the engine, and those that did not get there. */
export function UploadList({ uploads }: { readonly uploads: readonly Upload[] }) {
  const { t } = useTranslation('library')
  const going = uploads.filter(({ error, sent }) => error === null && sent > 0)
  const failed = uploads.filter(({ error }) => error !== null)
  if (going.length + failed.length === 0) return null
  const hidden = Math.max(0, failed.length - mostListed)
  return (
    <div className={styles.uploads}>
      <ul aria-label={t('upload.label')}>
        {[...going, ...failed.slice(0, mostListed)].map((upload) => (
          <UploadLine key={upload.id} upload={upload} />
        ))}
      </ul>
      {hidden > 0 && <p>{t('upload.more', { count: hidden, number: numberText(hidden) })}</p>}
      {failed.length > 1 && (
        <div className={styles.all}>
          <Button size="small" look="quiet" onClick={() => failed.forEach(({ id }) => retryUpload(id))}>
            {t('upload.retryAll')}
          </Button>
          <Button size="small" look="quiet" onClick={() => failed.forEach(({ id }) => dropUpload(id))}>
            {t('upload.dismissAll')}
          </Button>
        </div>
      )}
    </div>
  )
}

function UploadLine({ upload }: { readonly upload: Upload }) {
  const { t, i18n } = useTranslation('library')
  const errorText = useErrorText()
  const { id, name, sent, size, error } = upload
  const bytes = (count: number) => sizeText(count, i18n.language)
  const problem = error === null ? '' : safeName(sentencesText(Object.values(errorText(error))))
  return (
    <li className={styles.upload}>
      <span className={styles.uploadName}>
        <FileName name={name} />
      </span>
      {error === null ? (
        <>
          <span className={styles.uploadBar}>
            <ProgressBar done={sent} total={size} label={t('upload.progress', { name: safeName(name) })} />
          </span>
          <span className={classes('numeric', styles.faint)}>
            {t('activity.sending', { sent: bytes(Math.min(sent, size)), size: bytes(size) })}
          </span>
          <span className={styles.space} />
        </>
      ) : (
        <>
          <span className={styles.problem} title={problem} role="alert">
            {problem}
          </span>
          <IconButton icon={RotateCcw} label={t('upload.retry')} onClick={() => retryUpload(id)} />
        </>
      )}
      <IconButton
        icon={X}
        label={error === null ? t('upload.stop') : t('upload.dismiss')}
        onClick={() => dropUpload(id)}
      />
    </li>
  )
}
