import { Telescope } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { switchDeepSearch, useDeepSearch } from '@renderer/state/research/research-turn'
import { IconButton } from '@renderer/ui/controls/button'

/** Whether the next question of a chat is looked into more deeply as well; never on by itself. */
export function DeepSwitch({ chatKey }: { readonly chatKey: string }) {
  const { t } = useTranslation('chat')
  const on = useIsDeep(chatKey)
  return (
    <IconButton
      icon={Telescope}
      label={t('deeper.switch')}
      pressed={on}
      onClick={() => switchDeepSearch(chatKey, !on)}
    />
  )
}

export function useIsDeep(chatKey: string): boolean {
  return useDeepSearch(({ chats }) => chats.has(chatKey))
}
