import { useExchange } from '@renderer/state/library/exchange'
import { ExportDialog } from './export-dialog'
import { ImportDialog } from './import-dialog'

/** Whatever is on show of taking chats out and in. */
export function ExchangeDialogs() {
  const dialog = useExchange((state) => state.dialog)
  switch (dialog?.kind) {
    case 'export':
      return <ExportDialog key={dialog.sessionId ?? ''} sessionId={dialog.sessionId} />
    case 'import':
      return <ImportDialog />
    case undefined:
      return null
  }
}
