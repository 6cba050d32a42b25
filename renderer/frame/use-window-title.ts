import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessions } from '../state/sessions'
import { useView } from '../state/view'
import { safeName } from '../ui/safe-name'

/** The name of what the centre shows: the session's title, or the view's. */
export function useViewTitle(): string {
  const { t } = useTranslation('app')
  const view = useView((state) => state.route.view)
  const sessionId = useView((state) => state.route.sessionId)
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
