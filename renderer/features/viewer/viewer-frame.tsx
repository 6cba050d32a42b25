import type { DocumentRecord } from '@shared/documents'
import type { ReactNode } from 'react'
import styles from './document-viewer.module.css'
import { ViewerHeader } from './viewer-header'

interface ViewerFrameProps {
  readonly record: DocumentRecord | undefined
  readonly children: ReactNode
}

/** The viewer around what is no text to read: nothing can be searched or gone to. */
export function ViewerFrame({ record, children }: ViewerFrameProps) {
  return (
    <div className={styles.viewer}>
      <ViewerHeader record={record} />
      {children}
    </div>
  )
}
