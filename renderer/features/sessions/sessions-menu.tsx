import { Ellipsis, FileInput, FileOutput } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { openExport } from '@renderer/state/library/exchange'
import { openImport } from '@renderer/state/library/imports'
import { IconButton } from '@renderer/ui/controls/button'
import { Menu } from '@renderer/ui/controls/menu'

/** What can be done with all chats. */
export function SessionsMenu() {
  const { t } = useTranslation('exchange')
  return (
    <Menu
      items={[
        { id: 'export', text: t('menu.exportAll'), icon: FileOutput, run: () => openExport() },
        { id: 'import', text: t('menu.import'), icon: FileInput, run: openImport },
      ]}
      trigger={<IconButton size="small" icon={Ellipsis} label={t('menu.label')} />}
    />
  )
}
