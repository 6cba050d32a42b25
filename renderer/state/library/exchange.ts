import { type ErrorReport, toCairnError } from '@shared/errors'
import type { ExportChunk, ExportInput, RedactionReport } from '@shared/session/turn-context'
import { create } from 'zustand'
import { download } from '@renderer/bridge/saved-file'
import { receiveFile } from '../receive-file'
import { notify, notifyError } from '../window/notices'

/** The export or import dialog that is open. */
export type ExchangeDialog =
  | {
      readonly kind: 'export'
      /** The chat it was asked for; null for none in particular. */
      readonly sessionId: string | null
      /** The one answer of it that was asked for; null for none. */
      readonly answer: ExportedAnswer | null
    }
  | { readonly kind: 'import' }

/** One answer that can be exported by itself. */
export interface ExportedAnswer {
  readonly turnId: string
  readonly question: string
}

export interface ExportRun {
  readonly state: 'running' | 'done' | 'stopped' | 'failed'
  /** Of the file; empty until the engine has told it. */
  readonly name: string
  /** Chats. */
  readonly done: number
  readonly total: number
  /** Known once it is done. */
  readonly redaction: RedactionReport | null
  readonly error: ErrorReport | null
}

interface ExchangeState {
  readonly dialog: ExchangeDialog | null
  /** The latest export; one at a time. It goes on when the dialog is closed. */
  readonly run: ExportRun | null
}

export const useExchange = create<ExchangeState>(() => ({ dialog: null, run: null }))

let exporting: AbortController | undefined

export function openExport(sessionId: string | null = null, answer: ExportedAnswer | null = null): void {
  forgetExport()
  useExchange.setState({ dialog: { kind: 'export', sessionId, answer } })
}

export function closeExchange(): void {
  useExchange.setState({ dialog: null })
}

/** Takes what was said of the last export off the screen; one under way stays. */
export function forgetExport(): void {
  if (!exporting) useExchange.setState({ run: null })
}

/** Exports into a file and hands that to the browser's downloads. There is no file unless all of it came. */
export async function exportChats(input: ExportInput, save = download): Promise<void> {
  if (exporting) return
  const controller = new AbortController()
  exporting = controller
  let run: ExportRun = { state: 'running', name: '', done: 0, total: 0, redaction: null, error: null }
  const show = (change: Partial<ExportRun>) => {
    run = { ...run, ...change }
    useExchange.setState({ run })
  }
  show({})
  try {
    const { signal } = controller
    const file = await receiveFile(
      (client) => client.sessions.export(input, { signal }),
      signal,
      (chunk) => show(told(chunk)),
    )
    save(file, run.name)
    show({ state: 'done' })
    if (!exportOnShow()) notify({ key: 'exchange:export.done', values: { name: run.name } })
  } catch (thrown) {
    const error = toCairnError(thrown)
    if (controller.signal.aborted || error.code === 'CANCELLED') show({ state: 'stopped' })
    else {
      show({ state: 'failed', error: error.report() })
      if (!exportOnShow()) notifyError(error, 'exchange:export.failed')
    }
  } finally {
    exporting = undefined
  }
}

export function stopExport(): void {
  exporting?.abort()
}

/** What a piece of an export says of how far it is. */
function told(chunk: ExportChunk): Partial<ExportRun> {
  switch (chunk.type) {
    case 'start':
      return { name: chunk.name, total: chunk.sessions }
    case 'data':
      return { done: chunk.done, total: chunk.total }
    case 'end':
      return { redaction: chunk.redaction }
  }
}

function exportOnShow(): boolean {
  return useExchange.getState().dialog?.kind === 'export'
}
