import type { Page } from '@shared/documents'
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { offsetOf } from '../citations/goal'
import { marksWithin, rangeAt } from '../text/marks'
import { zoomToRead } from './fit-passage'
import type { OpenPdf } from './open-pdf'
import type { ViewProps } from '../text/text-view'
import { PdfPage } from './pdf-page'
import styles from './pdf-view.module.css'
import { useElementWidth, useFocusFromKeyboard } from '../use-scroller'
import { useGoal } from '../citations/use-goal'

interface PdfViewProps extends Pick<ViewProps, 'text' | 'marks' | 'goal' | 'zoom'> {
  readonly pdf: OpenPdf
  /** Where the extracted text stands; may lack pages. */
  readonly pages: readonly Page[]
  readonly name: string
  readonly onTop?: (offset: number) => void
  /** Hears the 1-based number of the page most in sight. */
  readonly onPage?: (page: number) => void
  /** Hears the zoom at which the passage that the reader is led to can be read. */
  readonly onFit?: (zoom: number) => void
}

interface Size {
  readonly width: number
  readonly height: number
}

const gap = 12
const edge = 12
const paper: Size = { width: 595, height: 842 }

/** The pages of a PDF; only those in sight are drawn. */
export function PdfView({ pdf, pages, text, name, marks, goal, zoom, onTop, onPage, onFit }: PdfViewProps) {
  const { t } = useTranslation('viewer')
  const scroller = useRef<HTMLDivElement>(null)
  const width = useElementWidth(scroller)
  useFocusFromKeyboard(scroller)
  const { known, learnSize, sizes, sizeOf, scaleOf } = usePageSizes(pages, width, zoom)
  useFit({ text, goal, pages, width, sizeOf, ...(onFit && { onFit }) })
  const virtualizer = useVirtualizer({
    count: pdf.pageCount,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => sizeOf(at + 1).height * scaleOf(at + 1) + gap,
    overscan: 1,
    paddingStart: edge,
    paddingEnd: edge,
  })
  useKeptPlace(scroller, virtualizer.getTotalSize(), `${width} ${zoom}`)
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, sizes, width, zoom])
  useGoal(scroller, goal, (next, isInSight) => {
    const number = next.kind === 'page' ? next.page : (pages[rangeAt(pages, offsetOf(next) ?? 0)]?.number ?? 1)
    if (!isInSight) virtualizer.scrollToIndex(number - 1, { align: 'start' })
  })
  usePageReport(virtualizer, known, { ...(onPage && { onPage }), ...(onTop && { onTop }) })
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
      tabIndex={0}
      role="region"
      aria-label={t('textOf', { name })}
    >
      <div className={styles.whole} style={{ height: virtualizer.getTotalSize() }}>
        {width > 0 &&
          virtualizer.getVirtualItems().map((item) => {
            const number = item.index + 1
            const page = known.get(number)
            const scale = scaleOf(number)
            const size = sizeOf(number)
            return (
              <div key={item.key} className={styles.place} style={{ transform: `translateY(${item.start}px)` }}>
                <PdfPage
                  pdf={pdf}
                  number={number}
                  scale={scale}
                  width={size.width * scale}
                  height={size.height * scale}
                  start={page?.start}
                  items={page?.items}
                  text={text}
                  marks={page ? marksWithin(marks, page) : []}
                  onSize={learnSize}
                />
              </div>
            )
          })}
      </div>
    </div>
  )
}

interface Fitting extends Pick<PdfViewProps, 'text' | 'goal' | 'pages' | 'onFit'> {
  readonly width: number
  readonly sizeOf: (page: number) => Size
}

/** Says at which zoom a passage can be read, for each that the reader is led to and each width of the view. */
function useFit({ text, goal, pages, width, sizeOf, onFit }: Fitting): void {
  const passage = goal?.kind === 'passage' ? goal.range : null
  const fit = useEffectEvent(() => {
    const page = passage && pages[rangeAt(pages, passage.start)]
    if (!passage || !page || width === 0) return
    const sheet = { items: page.items, width: sizeOf(page.number).width, room: width - 2 * edge }
    onFit?.(zoomToRead(text, passage, sheet))
  })
  useLayoutEffect(() => fit(), [passage, pages, width])
}

/** Says which page is most in sight, and where its text begins. */
function usePageReport(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  known: ReadonlyMap<number, Page>,
  { onPage, onTop }: Pick<PdfViewProps, 'onPage' | 'onTop'>,
): void {
  const items = virtualizer.getVirtualItems()
  const scrolled = virtualizer.scrollOffset ?? 0
  const seen = (virtualizer.scrollRect?.height ?? 0) * 0.4
  const current = (items.find((item) => item.end > scrolled + seen)?.index ?? 0) + 1
  const report = useEffectEvent((number: number) => {
    onPage?.(number)
    onTop?.(known.get(number)?.start ?? 0)
  })
  useEffect(() => report(current), [current])
}

/** The sizes of the pages: as drawn where they were, else as the extraction measured them, else those of a sheet. */
function usePageSizes(pages: readonly Page[], width: number, zoom: number) {
  const known = useMemo(() => new Map(pages.map((page) => [page.number, page])), [pages])
  const [sizes, setSizes] = useState<ReadonlyMap<number, Size>>(new Map())
  const learnSize = useCallback((number: number, size: Size) => {
    setSizes((before) => {
      const old = before.get(number)
      return old?.width === size.width && old.height === size.height ? before : new Map(before).set(number, size)
    })
  }, [])

  const sizeOf = (number: number): Size => {
    const size = sizes.get(number) ?? known.get(number) ?? paper
    return size.width > 0 && size.height > 0 ? size : paper
  }
  const scaleOf = (number: number): number => (zoom * Math.max(80, width - 2 * edge)) / sizeOf(number).width
  return { known, learnSize, sizes, sizeOf, scaleOf }
}

/** Keeps what is in the middle of the view there when `cause` gives the pages another size. */
function useKeptPlace(scroller: RefObject<HTMLDivElement | null>, total: number, cause: string): void {
  const before = useRef({ total, cause, isDue: false })
  useLayoutEffect(() => {
    const element = scroller.current
    const old = before.current
    // The sizes follow their cause a moment later.
    const isDue = old.isDue || old.cause !== cause
    const isChanged = old.total !== total
    before.current = { total, cause, isDue: isDue && !isChanged }
    if (!element || !isDue || !isChanged || old.total === 0 || element.scrollTop === 0) return
    const half = element.clientHeight / 2
    element.scrollTo({ top: ((element.scrollTop + half) * total) / old.total - half })
  }, [scroller, total, cause])
}
