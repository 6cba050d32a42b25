import type { DocumentRecord, DocumentStructure } from '@shared/documents'
import { type ErrorReport, toCairnError } from '@shared/errors'
import { useCallback, useEffect, useState } from 'react'
import { pause, reachable } from '@renderer/state/connection'
import { readContent } from '@renderer/state/library/library-store'

export interface Content {
  readonly text: string
  readonly structure: DocumentStructure
  /** The indexing it was read from. */
  readonly revision: string
}

interface ContentState {
  /** Null before the first was read; while a newer one is read, the one before it. */
  readonly content: Content | null
  readonly error: ErrorReport | null
  readonly retry: () => void
}

/** The text and structure of a document, read again whenever it was indexed anew. Waits while the engine is away. */
export function useContent(record: DocumentRecord | undefined): ContentState {
  const [content, setContent] = useState<Content | null>(null)
  const [error, setError] = useState<ErrorReport | null>(null)
  const [attempt, setAttempt] = useState(0)
  const id = record?.id
  const revision = record?.live?.revision
  useEffect(() => {
    if (id === undefined || revision === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    const isOver = (): boolean => signal.aborted
    const read = async (): Promise<void> => {
      while (!isOver()) {
        try {
          await reachable(signal)
          const { text, structure } = await readContent(id)
          if (isOver()) return
          setContent({ text, structure, revision })
          setError(null)
          return
        } catch (thrown) {
          if (isOver()) return
          const failure = toCairnError(thrown)
          if (failure.code === 'UNREACHABLE') {
            // The lost connection is noticed a moment after the call that failed by it.
            await pause(200, signal)
            continue
          }
          setError(failure.report())
          return
        }
      }
    }
    void read()
    return () => controller.abort()
  }, [id, revision, attempt])
  const retry = useCallback(() => {
    setError(null)
    setAttempt((count) => count + 1)
  }, [])
  return { content, error, retry }
}
