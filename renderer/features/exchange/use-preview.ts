import type { ErrorReport } from '@shared/errors'
import type { ExportInput, ExportPreview } from '@shared/session/turn-context'
import { call } from '@renderer/state/connection'
import { useFetched } from '@renderer/ui/feedback/use-fetched'

const pauseMs = 200

export interface Preview {
  readonly input: ExportInput
  readonly preview: ExportPreview | null
  readonly error: ErrorReport | null
}

/**
 * The beginning of the export file, fetched once the choosing pauses; null while it is on its way.
 * @param input null for nothing to show.
 * @param round another number fetches it once more.
 */
export function usePreview(input: ExportInput | null, round: number): Preview | null {
  const key = input && `${round} ${JSON.stringify(input)}`
  const read = (signal: AbortSignal) =>
    input
      ? call((client) => client.sessions.preview(input, { signal }))
      : Promise.reject(new Error('Nothing is chosen.'))
  const { value, error } = useFetched(key, read, { pauseMs })
  return input && (value || error) ? { input, preview: value, error } : null
}
