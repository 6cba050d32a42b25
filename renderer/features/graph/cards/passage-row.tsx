import type { GraphPassageRef } from '@shared/graph'
import { pageUnit } from '@shared/session/page-unit'
import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLibrary } from '@renderer/state/library/library-store'
import { openDocument } from '@renderer/state/window/shown-document'
import { FileName } from '@renderer/ui/documents/file-name'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './rows.module.css'

/** A passage that says something; pressing it opens the document there. */
export function PassageRow({ passage }: { readonly passage: GraphPassageRef }) {
  const { t } = useTranslation(['app', 'graph'])
  const { document_id: id, document_title: title, page, start, end, text } = passage
  const format = useLibrary(({ documents }) => documents.get(id)?.format)
  const range = start < end ? { start, end } : null
  return (
    <li>
      <button
        type="button"
        data-row
        className={styles.passage}
        title={t('graph:passage')}
        onClick={(event) => openDocument({ id, range }, event.detail === 0)}
      >
        <bdi className={styles.text}>{safeName(plainText(text))}</bdi>
        <span className={styles.source}>
          <FileText size={12} strokeWidth={1.75} aria-hidden />
          <FileName name={title} className={styles.file} />
          {page !== null && <span className={styles.page}>{t(pageUnit(format), { page })}</span>}
        </span>
      </button>
    </li>
  )
}

/** Without the marks of a heading or a table's row, which say nothing where the line stands alone. */
function plainText(text: string): string {
  return text
    .replace(/^#{1,6}\s+/u, '')
    .replace(/^\|\s*|\s*\|$/gu, '')
    .replace(/\s*\|\s*/gu, ' · ')
    .replace(/\s+/gu, ' ')
    .trim()
}
