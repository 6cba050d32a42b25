import { isMarkdown, type DocumentRecord } from '@shared/documents'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { originalUrl } from '@renderer/state/library/library-store'
import type { ShownDocument } from '@renderer/state/window/route'
import { useShortcut } from '@renderer/state/window/shortcuts'
import styles from './document-viewer.module.css'
import { FindBar } from '@renderer/ui/find/find-bar'
import { type OutlineEntry, OutlineList, outlineOf } from './outline-list'
import { SelectionActions } from './selection/selection-actions'
import type { Content } from './use-content'
import { DocumentContent, marksOf } from './document-content'
import { type Find, useFind } from './use-find'
import { useGoals } from './citations/use-goals'
import { HighlightList } from './highlights/highlight-list'
import { useMarkPress, useOwnMarks } from './highlights/use-own-marks'
import { usePdf } from './pdf/use-pdf'
import { ReaderNotes } from './reader-notes'
import { roomForAside, useAside } from './use-aside'
import { ViewerHeader } from './viewer-header'
import { useZoom } from './zoom'

interface ReaderProps {
  readonly record: DocumentRecord
  readonly content: Content
  readonly shown: ShownDocument
}

/** A document with its text: pages, rendered Markdown or the text itself, and the ways to move in it. */
export function Reader({ record, content, shown }: ReaderProps) {
  const { text, structure } = content
  const area = useRef<HTMLDivElement>(null)
  const zoom = useZoom()
  const [top, setTop] = useState(0)
  const [page, setPage] = useState(1)
  const [isSource, setSource] = useState(false)
  const { aside, toggle, open: openAside, close: closeAside } = useAside(area, structure.format)
  const { pdf, pageCount } = usePages(record.id, content)
  const goals = useGoals(shown, content)
  const { notebook, placed, marks: own } = useOwnMarks(record.id, text)
  useMarkPress(area, () => openAside('highlights'))
  const find = useFind(text, top, (range) => goals.go({ kind: 'current', range }))
  const { openFind, focusOn } = useFindOpening(find)
  const entries = useMemo(() => outlineOf(structure), [structure])
  const choose = ({ start, end }: OutlineEntry): void => {
    goals.go({ kind: 'aim', range: { start, end } })
    if ((area.current?.clientWidth ?? 0) < roomForAside) closeAside()
  }
  return (
    <div className={styles.viewer}>
      <ViewerHeader
        record={record}
        pages={pagesOf(pageCount, page, goals.go)}
        zoom={zoom}
        find={{ isOpen: find.isOpen, toggle: find.isOpen ? find.close : openFind }}
        outline={entries.length > 0 ? { isOpen: aside === 'outline', toggle: () => toggle('outline') } : null}
        highlights={{ isOpen: aside === 'highlights', toggle: () => toggle('highlights'), count: placed.length }}
        source={isMarkdown(structure.format) ? { isOn: isSource, toggle: () => setSource(!isSource) } : null}
      />
      <DocumentFindBar find={find} focusOn={focusOn} />
      <ReaderNotes {...{ record, structure, goals, pdf }} />
      <div className={styles.body} ref={area}>
        {aside === 'outline' && entries.length > 0 && (
          <div className={styles.outline}>
            <OutlineList entries={entries} current={headingAt(entries, top)} onChoose={choose} />
          </div>
        )}
        {aside === 'highlights' && <HighlightList {...{ notebook, placed, go: goals.go }} />}
        <div className={styles.content}>
          <DocumentContent
            {...{ text, structure, marks: marksOf(goals, find, own), goal: goals.goal, zoom: zoom.value, pdf }}
            name={record.name}
            isSource={isSource}
            onTop={setTop}
            onPage={setPage}
            onFit={zoom.setFit}
          />
        </div>
        <SelectionActions
          area={area}
          document={{ id: record.id, name: record.name, text, structure }}
          onComment={() => openAside('highlights')}
        />
      </div>
    </div>
  )
}

/** The pages of a document that has any, and how many there are; null while they are not there. */
function usePages(id: string, { structure: { format }, revision }: Content) {
  const isPicture = format === 'image'
  const isPaged = isPicture || format === 'pdf'
  // A new indexing is of a new file: the positions of its text fit no other.
  const pdf = usePdf(isPaged ? originalUrl(id, revision) : null, isPicture ? 'picture' : 'pdf')
  return { pdf, pageCount: pdf.status === 'open' && isPaged ? pdf.pdf.pageCount : null }
}

function pagesOf(count: number | null, current: number, go: ReturnType<typeof useGoals>['go']) {
  return count === null ? null : { current, count, go: (to: number) => go({ kind: 'page', page: to }) }
}

/** Index of the heading that an offset stands under; -1 above the first. */
function headingAt(entries: readonly OutlineEntry[], offset: number): number {
  return entries.findLastIndex(({ start }) => start <= offset)
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
