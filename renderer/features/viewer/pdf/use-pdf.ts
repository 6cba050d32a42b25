import { useEffect, useState } from 'react'
import type { OpenPdf } from './open-pdf'

export type PdfState =
  | { readonly status: 'loading' }
  | { readonly status: 'open'; readonly pdf: OpenPdf }
  /** `locked`: it needs a password. */
  | { readonly status: 'failed'; readonly reason: 'locked' | 'broken' }

const loading: PdfState = { status: 'loading' }

/** Opens the PDF at an address, and closes it when it is no longer shown. Null opens nothing. */
export function usePdf(url: string | null): PdfState {
  const [known, setKnown] = useState<{ url: string; state: PdfState } | null>(null)
  useEffect(() => {
    if (url === null) return
    const controller = new AbortController()
    let opened: OpenPdf | undefined
    const open = async (): Promise<void> => {
      try {
        // Loaded on first use: most answers are read without a PDF.
        const { openPdf } = await import('./open-pdf')
        controller.signal.throwIfAborted()
        const pdf = await openPdf(url, controller.signal)
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
  }, [url])
  return known && known.url === url ? known.state : loading
}
