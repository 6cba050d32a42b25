import { useLibrary } from '@renderer/state/library/library-store'
import { useSessions } from '@renderer/state/chat/sessions-store'
import { useSettings } from '@renderer/state/settings-store'
import { useUploads } from '@renderer/state/library/uploads'
import { useView } from '@renderer/state/window/view'

/** Whether the store is empty, nobody has left the welcome screen yet, and nothing else was asked for. */
export function useFirstRun(): boolean {
  const noDocuments = useLibrary((state) => state.known && state.documents.size === 0)
  const noUploads = useUploads((state) => state.uploads.length === 0)
  const noSessions = useSessions((state) => state.known && state.headers.length === 0)
  const welcomed = useSettings((state) => !state.known || state.settings.welcomed)
  const newChat = useView(({ route }) => route.view === 'chat' && route.sessionId === null)
  return noDocuments && noUploads && noSessions && !welcomed && newChat
}
