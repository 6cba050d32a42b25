import {
  getDocument,
  type PDFDocumentProxy,
  PDFWorker,
  type PDFPageProxy,
  type PageViewport,
  TextLayer,
} from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { z } from 'zod'
import type { ToView } from './page-boxes'

// pdf.js says any[] of what are four numbers.
const Rectangle = z.array(z.number())

/** An open PDF. Everything it holds, its worker included, goes with `close`. */
export interface OpenPdf {
  readonly pageCount: number
  /** 1-based. */
  page(number: number): Promise<PdfPageHandle>
  close(): void
}

/** One page. Lengths are CSS pixels at scale 1, as the page is shown: turned and cropped. */
export interface PdfPageHandle {
  readonly width: number
  readonly height: number
  readonly toView: ToView
  /** Draws the page at a scale; the caller owns the canvas. Rejects when aborted. */
  draw(scale: number, signal: AbortSignal): Promise<HTMLCanvasElement>
  /** Fills `container` with the page's words to be selected. Rejects when aborted. */
  layText(container: HTMLElement, scale: number, signal: AbortSignal): Promise<void>
  release(): void
}

/** More pixels would not be seen, but cost memory. */
const mostPixels = 16_000_000
const mostPixelRatio = 2
/** Pixels of one picture inside a page; larger ones are left out rather than fill the memory. */
const largestImage = 100_000_000
const rangeBytes = 256 * 1024

/**
 * Opens a PDF of this origin, of which only the pages that are looked at are fetched. Each has a worker of its own, so
 * that one that hangs ends with its document. Rejects with pdf.js's own errors, PasswordException among them.
 */
export async function openPdf(url: string, signal: AbortSignal): Promise<OpenPdf> {
  const port = new Worker(workerUrl, { type: 'module', name: 'pdf' })
  const worker = PDFWorker.create({ port })
  const assets = new URL('pdfjs/', document.baseURI).href
  const task = getDocument({
    url,
    worker,
    cMapUrl: `${assets}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${assets}standard_fonts/`,
    wasmUrl: `${assets}wasm/`,
    iccUrl: `${assets}iccs/`,
    rangeChunkSize: rangeBytes,
    disableAutoFetch: true,
    disableStream: true,
    isEvalSupported: false,
    enableXfa: false,
    maxImageSize: largestImage,
    verbosity: 0,
  })
  const close = (): void => {
    void task
      .destroy()
      .catch(() => undefined)
      .finally(() => {
        worker.destroy()
        port.terminate()
      })
    // A worker that hangs would never answer the wish to end.
    setTimeout(() => port.terminate(), 1000)
  }
  try {
    const pdf = await untilAborted(Promise.race([task.promise, failureOf(port)]), signal, close)
    return { pageCount: pdf.numPages, page: (number) => openPage(pdf, number), close }
  } catch (thrown) {
    close()
    throw thrown
  }
}

/** Rejects where the worker itself cannot run; pdf.js would wait for it without end. */
function failureOf(port: Worker): Promise<never> {
  return new Promise((_, reject) => {
    port.addEventListener('error', () => reject(new Error('The PDF worker could not be started.')), { once: true })
  })
}

async function openPage(pdf: PDFDocumentProxy, number: number): Promise<PdfPageHandle> {
  const page = await pdf.getPage(number)
  const natural = page.getViewport({ scale: 1 })
  return {
    width: natural.width,
    height: natural.height,
    toView: viewOf(natural, page.view),
    draw: (scale, signal) => draw(page, scale, signal),
    layText: (container, scale, signal) => layText(page, container, scale, signal),
    release: () => void page.cleanup(),
  }
}

/** From points counted from the corner of the crop box to pixels of the shown page. */
function viewOf(viewport: PageViewport, view: readonly number[]): ToView {
  const [left = 0, bottom = 0] = view
  return (x, y, width, height) => {
    const corners = [left + x, bottom + y, left + x + width, bottom + y + height]
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = Rectangle.parse(viewport.convertToViewportRectangle(corners))
    return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) }
  }
}

async function draw(page: PDFPageProxy, scale: number, signal: AbortSignal): Promise<HTMLCanvasElement> {
  const { width, height } = page.getViewport({ scale: 1 })
  const wanted = scale * Math.min(window.devicePixelRatio, mostPixelRatio)
  const viewport = page.getViewport({ scale: Math.min(wanted, Math.sqrt(mostPixels / (width * height))) })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  const task = page.render({ canvas, viewport })
  try {
    await untilAborted(task.promise, signal, () => task.cancel())
    signal.throwIfAborted()
    return canvas
  } catch (thrown) {
    // Browsers keep its pixels for a while otherwise.
    canvas.width = 0
    throw thrown
  }
}

async function layText(page: PDFPageProxy, container: HTMLElement, scale: number, signal: AbortSignal): Promise<void> {
  const layer = new TextLayer({
    textContentSource: page.streamTextContent(),
    container,
    viewport: page.getViewport({ scale }),
  })
  await untilAborted(layer.render(), signal, () => layer.cancel())
}

/** Waits for some work, which `cancel` ends early where the signal aborts. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal, cancel: () => void): Promise<T> {
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await work
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
