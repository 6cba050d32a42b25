import { type ErrorReport, toCairnError } from '@shared/errors'
import type { ExportInput, ExportPreview } from '@shared/session/turn-context'
import { useEffect, useState } from 'react'
import { call } from '@renderer/state/connection'

const pauseMs = 200

export interface Preview {
  readonly input: ExportInput
  readonly preview: ExportPreview | null
  readonly error: ErrorReport | null
}

/**
 * The beginning of the export file, fetched once the choosing pauses; null while it is on its way.
 * @param input the same object until the choice changes; null for nothing to show.
 * @param again another number fetches it once more.
 */
export function usePreview(input: ExportInput | null, again: number): Preview | null {
  const [fetched, setFetched] = useState<(Preview & { again: number }) | null>(null)
  useEffect(() => {
    if (input === null) return
    const controller = new AbortController()
    const show = (one: Omit<Preview, 'input'>) => {
      if (!controller.signal.aborted) setFetched({ input, again, ...one })
    }
    const timer = setTimeout(() => {
      call((client) => client.sessions.preview(input, { signal: controller.signal })).then(
        (preview) => show({ preview, error: null }),
        (thrown: unknown) => show({ preview: null, error: toCairnError(thrown).report() }),
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [input, again])
  return fetched?.input === input && fetched.again === again ? fetched : null
}
