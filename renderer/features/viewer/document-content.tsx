import { isMarkdown } from '@shared/documents'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import type { Goal } from './citations/goal'
import type { useGoals } from './citations/use-goals'
import styles from './document-viewer.module.css'
import { MarkdownView } from './markdown/markdown-view'
import { PdfView } from './pdf/pdf-view'
import type { PdfState } from './pdf/use-pdf'
import type { Marks } from './text/marks'
import { TextView } from './text/text-view'
import type { Content } from './use-content'
import type { Find } from './use-find'
import type { Zoom } from './zoom'

interface DocumentContentProps extends Pick<Content, 'text' | 'structure'> {
  /** Of the file. */
  readonly name: string
  readonly marks: Marks
  readonly goal: Goal | null
  readonly zoom: Zoom
  readonly pdf: PdfState
  /** Markdown is shown as it is written. */
  readonly isSource: boolean
  readonly onTop: (offset: number) => void
  readonly onPage: (page: number) => void
  /** Hears the zoom at which a passage on a page can be read. */
  readonly onFit: (zoom: Zoom) => void
}

/** The document itself, by its format: pages, rendered Markdown or text. */
export function DocumentContent({ pdf, name, isSource, onPage, onFit, ...view }: DocumentContentProps) {
  const { t } = useTranslation('viewer')
  const { text, structure, marks, goal, zoom, onTop } = view
  const isPaged = structure.format === 'image' || structure.format === 'pdf'
  if (pdf.status === 'open' && isPaged) {
    return (
      <PdfView
        pdf={pdf.pdf}
        pages={structure.pages}
        text={text}
        name={structure.title}
        marks={marks}
        goal={goal}
        zoom={zoom}
        onTop={onTop}
        onPage={onPage}
        onFit={onFit}
      />
    )
  }
  if (isPaged && pdf.status === 'loading') {
    return (
      <div className={styles.late}>
        <Skeleton lines={12} label={t('loading')} />
      </div>
    )
  }
  if (isMarkdown(structure.format) && !isSource) return <MarkdownView {...view} />
  return <TextView {...view} name={name} source={isSource && isMarkdown(structure.format)} />
}

/** Everything that is marked in the document. */
export function marksOf({ goal, passage }: ReturnType<typeof useGoals>, find: Find, own: Marks['own']): Marks {
  return {
    aim: goal?.kind === 'aim' ? goal.range : null,
    passage,
    own,
    found: find.found,
    foundLength: find.length,
    current: find.current,
  }
}
