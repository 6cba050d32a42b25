import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessions } from '@renderer/state/chat/sessions-store'
import { useRoute } from '@renderer/state/window/address'
import { safeName } from '@renderer/ui/text/safe-name'

/** The name of what the centre shows: the session's title, or the view's. */
export function useViewTitle(): string {
  const { t } = useTranslation('app')
  const view = useRoute((route) => route.view)
  const sessionId = useRoute((route) => route.sessionId)
  const title = useSessions((state) => state.headers.find(({ id }) => id === sessionId)?.title)
  if (view !== 'chat') return t(view)
  return sessionId === null ? t('newChat') : safeName(title ?? t('newChat'))
}

/** Names the window after what it shows. */
export function useWindowTitle(): void {
  const title = useViewTitle()
  useEffect(() => {
    document.title = `${title} – Cairn`
  }, [title])
}
