import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '@renderer/ui/classes'
import { safeName } from '@renderer/ui/text/safe-name'
import type { CellRow } from '../row-kinds'
import styles from './notebook-cell.module.css'

/** Code of a notebook with its language, or what it put out. */
export function NotebookCell({ row, children }: { readonly row: CellRow; readonly children: ReactNode }) {
  const { t } = useTranslation('viewer')
  const { role, language, joined } = row
  const label = role === 'output' ? t('output') : language === '' ? t('code') : safeName(language)
  return (
    <div className={classes(styles.cell, styles[role], joined && styles.joined)}>
      {!joined && <span className={styles.label}>{label}</span>}
      <pre className={styles.words}>{children}</pre>
    </div>
  )
}
