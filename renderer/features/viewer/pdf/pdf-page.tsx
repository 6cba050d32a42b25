import type { Page } from '@shared/documents'
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textLanguage } from '@renderer/ui/text/text-language'
import type { Mark } from '../text/marks'
import { linesAround } from './fit-passage'
import type { OpenPdf, PdfPageHandle } from './open-pdf'
import { type Box, boxesOf } from './page-boxes'
import styles from './pdf-page.module.css'
import { useDrawnPage } from './use-drawn-page'

interface PdfPageProps {
  readonly pdf: OpenPdf
  readonly number: number
  readonly scale: number
  /** CSS pixels. */
  readonly width: number
  readonly height: number
  /** Offset of its text in the document's; undefined where it is not known. */
  readonly start: number | undefined
  readonly items: Page['items'] | undefined
  readonly text: string
  readonly marks: readonly Mark[]
  readonly onSize: (number: number, size: { width: number; height: number }) => void
}

/** One page: its picture, what is marked on it, and its words to be selected. */
export function PdfPage(props: PdfPageProps) {
  const { pdf, number, scale, width, height, start, items = [], text, marks, onSize } = props
  const { t } = useTranslation('viewer')
  const lang = useMemo(() => textLanguage(items.map(([from, to]) => text.slice(from, to)).join(' ')), [items, text])
  const [handle, setHandle] = useState<PdfPageHandle | null>(null)
  const [failed, setFailed] = useState(false)
  const picture = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let gone = false
    let loaded: PdfPageHandle | undefined
    pdf.page(number).then(
      (page) => {
        if (gone) return
        loaded = page
        onSize(number, page)
        setHandle(page)
      },
      () => {
        if (!gone) setFailed(true)
      },
    )
    return () => {
      gone = true
      loaded?.release()
    }
  }, [pdf, number, onSize])
  useDrawnPage(handle, scale, { picture, words }, setFailed)

  const style: CSSProperties & Record<`--${string}`, number | string> = {
    width,
    height,
    '--total-scale-factor': scale,
    '--scale-round-x': '1px',
    '--scale-round-y': '1px',
  }
  return (
    <section
      className={styles.page}
      style={style}
      aria-label={t('pageNumber', { page: number })}
      data-page={number}
      data-start={start}
    >
      {failed && <p className={styles.failed}>{t('pageBroken')}</p>}
      <div ref={picture} className={styles.picture} aria-hidden />
      {handle && <PageMarks {...{ items, text, marks, handle }} />}
      {handle && <PassageLines {...{ items, text, marks, handle }} />}
      <div ref={words} className={styles.words} lang={lang} />
    </section>
  )
}

interface PageMarksProps extends Pick<PdfPageProps, 'text' | 'marks'> {
  readonly items: Page['items']
  readonly handle: PdfPageHandle
}

/** What is marked on a page, as boxes over its picture. */
function PageMarks({ items, text, marks, handle }: PageMarksProps) {
  return marks.map((mark) =>
    boxesOf(items, mark, text, handle.toView).map((box, at) => (
      <div
        key={`${mark.kind} ${mark.own ?? ''} ${mark.start} ${at}`}
        className={styles.mark}
        data-mark={mark.kind}
        data-own={mark.own}
        style={placeOf(box, handle)}
      />
    )),
  )
}

/** The lines that are read with a passage, unseen: a view that is narrower than its page is moved so that they are in it. */
function PassageLines({ items, text, marks, handle }: PageMarksProps) {
  return marks
    .filter(({ kind }) => kind === 'passage')
    .flatMap((mark) => boxesOf(items, linesAround(items, mark), text, handle.toView))
    .map((box, at) => <div key={at} className={styles.lines} data-lines style={placeOf(box, handle)} />)
}

/** In shares of the page, so that a mark needs no new place when the page changes its size. */
function placeOf({ x, y, width, height }: Box, page: { width: number; height: number }): CSSProperties {
  return {
    left: `${(100 * x) / page.width}%`,
    top: `${(100 * y) / page.height}%`,
    width: `${(100 * width) / page.width}%`,
    height: `${(100 * height) / page.height}%`,
  }
}
