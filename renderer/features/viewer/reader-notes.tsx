import type { DocumentRecord, Gap } from '@shared/documents'
import { failureInChinese } from '@shared/failures/failure-in-chinese'
import type { FileNotice } from '@shared/folders/file-notice'
import { pageUnit } from '@shared/session/page-unit'
import { Info } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFileNotice } from '@renderer/state/library/folders'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './document-viewer.module.css'
import type { PdfState } from './pdf/use-pdf'
import type { Content } from './use-content'

interface ReaderNotesProps {
  readonly record: DocumentRecord
  readonly structure: Content['structure']
  readonly goals: { readonly isGone: boolean; readonly isMoved: boolean }
  readonly pdf: PdfState
}

function notesOf({ record, file, structure, goals, pdf }: NoteCauses): NoteKey[] {
  const notes: NoteKey[] = []
  if (file) notes.push(`file.${file}`)
  if (goals.isGone) notes.push('passageGone')
  if (goals.isMoved) notes.push('passageMoved')
  if (record.pending) notes.push('beingReplaced')
  if (structure.pages.some(({ ocr }) => ocr)) {
    // On slides and in documents only the pictures were read so, and nothing says where on them the words stand.
    notes.push(structure.pages.some(({ items }) => items.length > 0) ? 'readByOcr' : 'picturesReadByOcr')
  }
  if (pdf.status === 'failed' && structure.format === 'image') notes.push('pictureUnknown')
  else if (pdf.status === 'failed') notes.push(pdf.reason === 'locked' ? 'pdfLocked' : 'pdfBroken')
  return notes
}

/** A warning about the text on show; a key of the viewer's texts. */
type NoteKey =
  | `file.${FileNotice}`
  | 'passageGone'
  | 'passageMoved'
  | 'beingReplaced'
  | 'pdfLocked'
  | 'pdfBroken'
  | 'readByOcr'
  | 'picturesReadByOcr'
  | 'pictureUnknown'

interface NoteCauses extends ReaderNotesProps {
  /** What has become of its file since it was read. */
  readonly file: FileNotice | null
}

const mostPages = 12

/** Gaps that name their pages. */
const gapKeys = {
  page: {
    pages_without_text: 'gap.pagesWithoutText',
    skipped_part: 'gap.pagesSkipped',
    pages_waiting: 'gap.pagesWaiting',
    pages_hard_to_read: 'gap.pagesHard',
  },
  slide: {
    pages_without_text: 'gap.slidesWithoutText',
    skipped_part: 'gap.slidesSkipped',
    pages_waiting: 'gap.slidesWaiting',
    pages_hard_to_read: 'gap.slidesHard',
  },
} as const

function isOfPages(kind: Gap['kind']): kind is keyof (typeof gapKeys)['page'] {
  return Object.hasOwn(gapKeys.page, kind)
}

/** Quiet lines above the document: what is missing in it, and why it is not where or how it was expected. */
export function ReaderNotes(props: ReaderNotesProps) {
  const { t, i18n } = useTranslation('viewer')
  const file = useFileNotice(props.record.id)
  const notes = notesOf({ ...props, file })
  const { gaps, format } = props.structure
  const unit = pageUnit(format)
  const say = (gap: Gap): string => {
    const { kind, pages = [] } = gap
    if (pages.length > 0 && isOfPages(kind)) {
      const shown = pages.slice(0, mostPages).join(i18n.language === 'zh' ? '、' : ', ')
      return t(gapKeys[unit][kind], { count: pages.length, pages: pages.length > mostPages ? `${shown} …` : shown })
    }
    const own = i18n.language === 'zh' ? failureInChinese(gap.detail) : gap.detail
    return own === undefined ? t(`gap.${kind}`) : safeName(own)
  }
  const lines = [...notes.map((key) => t(`note.${key}`)), ...gaps.map(say)]
  if (lines.length === 0) return null
  return (
    <ul className={styles.notes} aria-live="polite">
      {lines.map((line, at) => (
        <li key={at} className={styles.note}>
          <Info size={14} strokeWidth={1.75} className={styles.noteIcon} aria-hidden />
          {line}
        </li>
      ))}
    </ul>
  )
}
