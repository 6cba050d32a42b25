import { isMarkdown, type DocumentRecord, type Gap } from '@shared/documents'
import { type PageUnit, pageUnit } from '@shared/session/page-unit'
import { useEffect, type RefObject, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Info } from 'lucide-react'
import { originalUrl } from '@renderer/state/library/library-store'
import type { ShownDocument } from '@renderer/state/window/route'
import { useShortcut } from '@renderer/state/window/shortcuts'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './document-viewer.module.css'
import { FindBar } from '@renderer/ui/find/find-bar'
import { MarkdownView } from './markdown/markdown-view'
import type { Marks } from './text/marks'
import { type OutlineEntry, OutlineList, outlineOf } from './outline-list'
import { PdfView } from './pdf/pdf-view'
import { SelectionActions } from './selection/selection-actions'
import { TextView } from './text/text-view'
import type { Goal } from './citations/goal'
import type { Content } from './use-content'
import { type Find, useFind } from './use-find'
import { useGoals } from './citations/use-goals'
import { type PdfState, usePdf } from './pdf/use-pdf'
import { ViewerHeader, type Zoom } from './viewer-header'

interface ReaderProps {
  readonly record: DocumentRecord
  readonly content: Content
  readonly shown: ShownDocument
}

/** From this width on, in CSS pixels, the outline stands beside the text; it must be that of the style sheet. */
const roomForOutline = 704

/** A document with its text: pages, rendered Markdown or the text itself, and the ways to move in it. */
export function Reader({ record, content, shown }: ReaderProps) {
  const { t } = useTranslation('viewer')
  const { text, structure } = content
  const area = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState<Zoom>(1)
  const [top, setTop] = useState(0)
  const [page, setPage] = useState(1)
  const [isSource, setSource] = useState(false)
  const [hasOutline, setOutline] = useOutline(area, structure.format)
  // A new indexing is of a new file: the positions of its text fit no other.
  const isPicture = structure.format === 'image'
  const isPaged = isPicture || structure.format === 'pdf'
  const pdf = usePdf(isPaged ? originalUrl(record.id, content.revision) : null, isPicture ? 'picture' : 'pdf')
  const goals = useGoals(shown, content)
  const { goal, go } = goals
  const find = useFind(text, top, (range) => go({ kind: 'current', range }))
  const { openFind, focusOn } = useFindOpening(find)
  const entries = useMemo(() => outlineOf(structure), [structure])
  const heading = entries.findLastIndex(({ start }) => start <= top)
  const choose = (entry: OutlineEntry): void => {
    go({ kind: 'aim', range: { start: entry.start, end: entry.end } })
    if ((area.current?.clientWidth ?? 0) < roomForOutline) setOutline(false)
  }
  const isPdf = pdf.status === 'open' && isPaged
  return (
    <div className={styles.viewer}>
      <ViewerHeader
        record={record}
        pages={
          isPdf ? { current: page, count: pdf.pdf.pageCount, go: (number) => go({ kind: 'page', page: number }) } : null
        }
        zoom={{ value: zoom, change: setZoom }}
        find={{ isOpen: find.isOpen, toggle: find.isOpen ? find.close : openFind }}
        outline={entries.length > 0 ? { isOpen: hasOutline, toggle: () => setOutline(!hasOutline) } : null}
        source={isMarkdown(structure.format) ? { isOn: isSource, toggle: () => setSource(!isSource) } : null}
      />
      {find.isOpen && <FindBar find={find} label={t('find')} placeholder={t('findPlaceholder')} focusOn={focusOn} />}
      <ReaderNotes
        notes={notesOf({ record, structure, goals, pdf })}
        gaps={structure.gaps}
        unit={pageUnit(structure.format)}
      />
      <div className={styles.body} ref={area}>
        {hasOutline && entries.length > 0 && (
          <div className={styles.outline}>
            <OutlineList entries={entries} current={heading} onChoose={choose} />
          </div>
        )}
        <div className={styles.content}>
          <DocumentContent
            {...{ text, structure, marks: marksOf(goals, find), goal, zoom, pdf }}
            isSource={isSource}
            onTop={setTop}
            onPage={setPage}
          />
        </div>
        <SelectionActions area={area} document={{ id: record.id, name: record.name, text, structure }} />
      </div>
    </div>
  )
}

/** Whether the outline is on show. The contents of a book stand beside it from the start, where there is room. */
function useOutline(area: RefObject<HTMLElement | null>, format: string) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const element = area.current
    if (format !== 'epub' || !element) return
    // Until the reader decides; a narrow panel that is widened has room then.
    const watch = new ResizeObserver(() => setShown(element.clientWidth >= roomForOutline))
    watch.observe(element)
    return () => watch.disconnect()
  }, [area, format])
  return [isShown, setShown] as const
}

/** Opens the find bar, also by its shortcut; `focusOn` grows each time, so that its field takes the focus again. */
function useFindOpening(find: Find): { openFind: () => void; focusOn: number } {
  const [focusOn, setFocusOn] = useState(0)
  const openFind = (): void => {
    find.open()
    setFocusOn((count) => count + 1)
  }
  useShortcut('find_in_document', openFind)
  return { openFind, focusOn }
}

interface DocumentContentProps extends Pick<Content, 'text' | 'structure'> {
  readonly marks: Marks
  readonly goal: Goal | null
  readonly zoom: Zoom
  readonly pdf: PdfState
  /** Markdown is shown as it is written. */
  readonly isSource: boolean
  readonly onTop: (offset: number) => void
  readonly onPage: (page: number) => void
}

/** The document itself, by its format: pages, rendered Markdown or text. */
function DocumentContent({ pdf, isSource, onPage, ...view }: DocumentContentProps) {
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
  return <TextView {...view} source={isSource && isMarkdown(structure.format)} />
}

function marksOf({ goal, passage }: ReturnType<typeof useGoals>, find: Find): Marks {
  return {
    aim: goal?.kind === 'aim' ? goal.range : null,
    passage,
    found: find.found,
    foundLength: find.length,
    current: find.current,
  }
}

interface NoteCauses {
  readonly record: DocumentRecord
  readonly structure: Content['structure']
  readonly goals: { readonly isGone: boolean; readonly isMoved: boolean }
  readonly pdf: PdfState
}

function notesOf({ record, structure, goals, pdf }: NoteCauses): NoteKey[] {
  const notes: NoteKey[] = []
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
  | 'passageGone'
  | 'passageMoved'
  | 'beingReplaced'
  | 'pdfLocked'
  | 'pdfBroken'
  | 'readByOcr'
  | 'picturesReadByOcr'
  | 'pictureUnknown'

interface ReaderNotesProps {
  readonly notes: readonly NoteKey[]
  readonly gaps: readonly Gap[]
  readonly unit: PageUnit
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
function ReaderNotes({ notes, gaps, unit }: ReaderNotesProps) {
  const { t, i18n } = useTranslation('viewer')
  const say = (gap: Gap): string => {
    const { kind, pages = [] } = gap
    if (pages.length > 0 && isOfPages(kind)) {
      const shown = pages.slice(0, mostPages).join(i18n.language === 'zh' ? '、' : ', ')
      return t(gapKeys[unit][kind], { count: pages.length, pages: pages.length > mostPages ? `${shown} …` : shown })
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
