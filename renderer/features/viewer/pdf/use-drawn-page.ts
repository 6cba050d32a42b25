import { type RefObject, useEffect } from 'react'
import type { PdfPageHandle } from './open-pdf'

/** While a page changes its size, its old picture is stretched; it is drawn anew when this long nothing changed. */
const restMs = 140

/**
 * Draws a page into `picture` and lays its words over it. A new size is drawn beside the old picture, which stays until
 * then. Everything is freed with the page.
 */
export function useDrawnPage(
  handle: PdfPageHandle | null,
  scale: number,
  { picture, words }: Readonly<Record<'picture' | 'words', RefObject<HTMLElement | null>>>,
  onFailed: (failed: boolean) => void,
): void {
  useEffect(() => {
    const host = picture.current
    if (!handle || !host) return
    const controller = new AbortController()
    const draw = async (): Promise<void> => {
      try {
        const canvas = await handle.draw(scale, controller.signal)
        free(host)
        host.append(canvas)
        onFailed(false)
      } catch {
        // A page that cannot be drawn is said to be so; its words and marks may still be there.
        if (!controller.signal.aborted) onFailed(true)
      }
    }
    const timer = setTimeout(() => void draw(), host.firstChild ? restMs : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [handle, scale, picture, onFailed])

  useEffect(() => {
    const host = picture.current
    return () => {
      if (host) free(host)
    }
  }, [picture])

  useEffect(() => {
    const host = words.current
    if (!handle || !host) return
    const controller = new AbortController()
    // Sizes in the layer follow the page's scale by themselves; 1 is what letters are measured at.
    handle.layText(host, 1, controller.signal).catch(() => {
      // Without its words a page can still be read.
    })
    const end = document.createElement('div')
    end.dataset['end'] = ''
    host.append(end)
    return () => {
      controller.abort()
      host.replaceChildren()
    }
  }, [handle, words])
}

/** Browsers keep the pixels of a canvas for a while after it is gone, unless it has none. */
function free(host: HTMLElement): void {
  for (const canvas of host.querySelectorAll('canvas')) {
    canvas.width = 0
    canvas.height = 0
  }
  host.replaceChildren()
}
