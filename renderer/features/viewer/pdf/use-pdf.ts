import { useEffect, useState } from 'react'
import type { OpenPdf } from './open-pdf'
import { openPicture } from './open-picture'

export type PdfState =
  | { readonly status: 'loading' }
  | { readonly status: 'open'; readonly pdf: OpenPdf }
  /** `locked`: it needs a password. */
  | { readonly status: 'failed'; readonly reason: 'locked' | 'broken' }

const loading: PdfState = { status: 'loading' }

/** Opens the PDF or the picture at an address, and closes it when it is no longer shown. Null opens nothing. */
export function usePdf(url: string | null, kind: 'pdf' | 'picture' = 'pdf'): PdfState {
  const [known, setKnown] = useState<{ url: string; state: PdfState } | null>(null)
  useEffect(() => {
    if (url === null) return
    const controller = new AbortController()
    let opened: OpenPdf | undefined
    const open = async (): Promise<void> => {
      try {
        // Loaded on first use: most answers are read without a PDF.
        const open = kind === 'pdf' ? (await import('./open-pdf')).openPdf : openPicture
        controller.signal.throwIfAborted()
        const pdf = await open(url, controller.signal)
        if (controller.signal.aborted) {
          pdf.close()
          return
        }
        opened = pdf
        setKnown({ url, state: { status: 'open', pdf } })
      } catch (thrown) {
        if (controller.signal.aborted) return
        const reason = thrown instanceof Error && thrown.name === 'PasswordException' ? 'locked' : 'broken'
        setKnown({ url, state: { status: 'failed', reason } })
      }
    }
    void open()
    return () => {
      controller.abort()
      opened?.close()
    }
  }, [url, kind])
  return known && known.url === url ? known.state : loading
}
