import type { Gap } from '@shared/documents'
import { Info } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './document-viewer.module.css'

/** What a reader should know of the text before trusting it. Each entry is a key of the viewer's texts. */
export type NoteKey = 'passageGone' | 'passageMoved' | 'beingReplaced' | 'pdfLocked' | 'pdfBroken'

interface ReaderNotesProps {
  readonly notes: readonly NoteKey[]
  readonly gaps: readonly Gap[]
}

const mostPages = 12

/** Quiet lines above the document: what is missing in it, and why it is not where or how it was expected. */
export function ReaderNotes({ notes, gaps }: ReaderNotesProps) {
  const { t, i18n } = useTranslation('viewer')
  const say = (gap: Gap): string => {
    const { kind, pages = [] } = gap
    if (pages.length > 0 && (kind === 'pages_without_text' || kind === 'skipped_part')) {
      const shown = pages.slice(0, mostPages).join(i18n.language === 'zh' ? '、' : ', ')
      const key = kind === 'pages_without_text' ? 'gap.pagesWithoutText' : 'gap.pagesSkipped'
      return t(key, { count: pages.length, pages: pages.length > mostPages ? `${shown} …` : shown })
    }
    return i18n.language === 'zh' ? t(`gap.${kind}`) : safeName(gap.detail)
  }
  const lines = [...notes.map((key) => t(`note.${key}`)), ...gaps.map(say)]
  if (lines.length === 0) return null
  return (
    <ul className={styles.notes}>
      {lines.map((line, at) => (
        <li key={at} className={styles.note}>
          <Info size={14} strokeWidth={1.75} className={styles.noteIcon} aria-hidden />
          {line}
        </li>
      ))}
    </ul>
  )
}
