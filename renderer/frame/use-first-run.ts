import { useLibrary } from '../state/library'
import { useSessions } from '../state/sessions'
import { useSettings } from '../state/settings'
import { useUploads } from '../state/uploads'
import { useView } from '../state/view'

/** Whether the store is empty, nobody has left the welcome screen yet, and nothing else was asked for. */
export function useFirstRun(): boolean {
  const noDocuments = useLibrary((state) => state.known && state.documents.size === 0)
  const noUploads = useUploads((state) => state.uploads.length === 0)
  const noSessions = useSessions((state) => state.known && state.headers.length === 0)
  const welcomed = useSettings((state) => !state.known || state.settings.welcomed)
  const newChat = useView(({ route }) => route.view === 'chat' && route.sessionId === null)
  return noDocuments && noUploads && noSessions && !welcomed && newChat
}
