import type { ReportFormat } from '@shared/api/research-api'
import type { RedactionReport } from '@shared/session/turn-context'
import { create } from 'zustand'
import { download } from '@renderer/bridge/saved-file'
import type { LeaveOut } from '@renderer/ui/text/redaction-text'
import { receiveFile } from './receive-file'
import { attempt, notify } from './window/notices'

/** What reports and notebooks are exported without; as the reader left it, until the window is closed. */
export const useLeaveOut = create<LeaveOut>(() => ({ leaveOutSensitive: true, replacePaths: false }))

const failed = { research: 'research:exportFailed', notes: 'notes:exportFailed' } as const

/**
 * Saves a report or a notebook as a file of the browser's downloads, and says so with what was left out, or why not. There is no
 * file unless all of it came.
 */
export async function exportWork(
  room: 'research' | 'notes',
  { id, format }: { readonly id: string; readonly format: ReportFormat },
  save = download,
): Promise<void> {
  // The choices can change while the file is made.
  const asked = useLeaveOut.getState()
  const input = { id, format, leave_out_sensitive: asked.leaveOutSensitive, replace_paths: asked.replacePaths }
  const { signal } = new AbortController()
  let name = ''
  let report: RedactionReport | null = null
  await attempt(async () => {
    const file = await receiveFile(
      (client) => client[room].export(input, { signal }),
      signal,
      (chunk) => {
        if (chunk.type === 'start') name = chunk.name
        if (chunk.type === 'end') report = chunk.redaction
      },
    )
    save(file, name)
    notify({ key: 'notes:exported', values: { name }, redaction: report && { report, asked } })
  }, failed[room])
}
