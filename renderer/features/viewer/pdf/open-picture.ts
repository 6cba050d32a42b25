import type { OpenPdf } from './open-pdf'

/** More pixels would not be seen, but cost memory. */
const mostPixelRatio = 2

/**
 * Opens a picture of this origin as a document of one page, to be shown like those of a PDF. Its lengths are pixels, counted as
 * OCR counts them: turned as the file says. Rejects where the browser does not know its kind, as with TIFF and HEIC.
 */
export async function openPicture(url: string, signal: AbortSignal): Promise<OpenPdf> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error('The picture could not be fetched.')
  const bitmap = await createImageBitmap(await response.blob())
  const { width, height } = bitmap
  return {
    pageCount: 1,
    page: () =>
      Promise.resolve({
        width,
        height,
        toView: (x, y, boxWidth, boxHeight) => ({ x, y: height - y - boxHeight, width: boxWidth, height: boxHeight }),
        draw: (scale) => Promise.resolve(draw(bitmap, scale)),
        layText: () => Promise.resolve(),
        release: () => undefined,
      }),
    close: () => bitmap.close(),
  }
}

function draw(bitmap: ImageBitmap, scale: number): HTMLCanvasElement {
  const ratio = Math.min(1, scale * Math.min(window.devicePixelRatio, mostPixelRatio))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * ratio))
  canvas.height = Math.max(1, Math.round(bitmap.height * ratio))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}
