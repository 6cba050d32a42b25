import { isMarkdown, type DocumentRecord } from '@shared/documents'
import { pageUnit } from '@shared/session/page-unit'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFileNotice } from '@renderer/state/library/folders'
import { originalUrl } from '@renderer/state/library/library-store'
import type { ShownDocument } from '@renderer/state/window/route'
import { useShortcut } from '@renderer/state/window/shortcuts'
import { Skeleton } from '@renderer/ui/feedback/waiting'
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
import { HighlightList } from './highlights/highlight-list'
import { useMarkPress, useOwnMarks } from './highlights/use-own-marks'
import { type PdfState, usePdf } from './pdf/use-pdf'
import { notesOf, ReaderNotes } from './reader-notes'
import { roomForAside, useAside } from './use-aside'
import { ViewerHeader, type Zoom } from './viewer-header'

interface ReaderProps {
  readonly record: DocumentRecord
  readonly content: Content
  readonly shown: ShownDocument
}

/** A document with its text: pages, rendered Markdown or the text itself, and the ways to move in it. */
export function Reader({ record, content, shown }: ReaderProps) {
  const { text, structure } = content
  const area = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState<Zoom>(1)
  const [top, setTop] = useState(0)
  const [page, setPage] = useState(1)
  const [isSource, setSource] = useState(false)
  const { aside, toggle, open: openAside, close: closeAside } = useAside(area, structure.format)
  // A new indexing is of a new file: the positions of its text fit no other.
  const isPicture = structure.format === 'image'
  const isPaged = isPicture || structure.format === 'pdf'
  const pdf = usePdf(isPaged ? originalUrl(record.id, content.revision) : null, isPicture ? 'picture' : 'pdf')
  const goals = useGoals(shown, content)
  const { goal, go } = goals
  const { notebook, placed, marks: own } = useOwnMarks(record.id, text)
  useMarkPress(area, () => openAside('highlights'))
  const file = useFileNotice(record.id)
  const find = useFind(text, top, (range) => go({ kind: 'current', range }))
  const { openFind, focusOn } = useFindOpening(find)
  const entries = useMemo(() => outlineOf(structure), [structure])
  const heading = entries.findLastIndex(({ start }) => start <= top)
  const choose = (entry: OutlineEntry): void => {
    go({ kind: 'aim', range: { start: entry.start, end: entry.end } })
    if ((area.current?.clientWidth ?? 0) < roomForAside) closeAside()
  }
  const noted = { id: record.id, name: record.name, text, structure }
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
        outline={entries.length > 0 ? { isOpen: aside === 'outline', toggle: () => toggle('outline') } : null}
        highlights={{ isOpen: aside === 'highlights', toggle: () => toggle('highlights'), count: placed.length }}
        source={isMarkdown(structure.format) ? { isOn: isSource, toggle: () => setSource(!isSource) } : null}
      />
      <DocumentFindBar find={find} focusOn={focusOn} />
      <ReaderNotes
        notes={notesOf({ record, file, structure, goals, pdf })}
        gaps={structure.gaps}
        unit={pageUnit(structure.format)}
      />
      <div className={styles.body} ref={area}>
        {aside === 'outline' && entries.length > 0 && (
          <div className={styles.outline}>
            <OutlineList entries={entries} current={heading} onChoose={choose} />
          </div>
        )}
        {aside === 'highlights' && (
          <div className={styles.outline}>
            <HighlightList {...{ notebook, placed }} onShow={(id, range) => go({ kind: 'own', id, range })} />
          </div>
        )}
        <div className={styles.content}>
          <DocumentContent
            {...{ text, structure, marks: marksOf(goals, find, own), goal, zoom, pdf }}
            isSource={isSource}
            onTop={setTop}
            onPage={setPage}
          />
        </div>
        <SelectionActions area={area} document={noted} onComment={() => openAside('highlights')} />
      </div>
    </div>
  )
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

function DocumentFindBar({ find, focusOn }: { readonly find: Find; readonly focusOn: number }) {
  const { t } = useTranslation('viewer')
  return find.isOpen && <FindBar find={find} label={t('find')} placeholder={t('findPlaceholder')} focusOn={focusOn} />
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

function marksOf({ goal, passage }: ReturnType<typeof useGoals>, find: Find, own: Marks['own']): Marks {
  return {
    aim: goal?.kind === 'aim' ? goal.range : null,
    passage,
    own,
    found: find.found,
    foundLength: find.length,
    current: find.current,
  }
}
