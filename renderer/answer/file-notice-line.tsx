import { useTranslation } from 'react-i18next'
import { useFileNotice } from '@renderer/state/library/folders'
import styles from './file-notice-line.module.css'

interface FileNoticeLineProps {
  /** Empty for what is none of the library, as the result of a tool. */
  readonly documentId: string
}

/**
 * What has become of a document's file since it was read, wherever its words are shown: they may no longer be what the file says.
 * Nothing while the file is as it was.
 */
export function FileNoticeLine({ documentId }: FileNoticeLineProps) {
  const { t, i18n } = useTranslation('library')
  const notice = useFileNotice(documentId)
  if (!notice) return null
  return (
    <span className={styles.notice} lang={i18n.language} data-file-notice={notice}>
      {t(`file.${notice}`)}
    </span>
  )
}
