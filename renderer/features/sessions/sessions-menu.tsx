import { Ellipsis, FileInput, FileOutput } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { openExport } from '../../state/exchange'
import { openImport } from '../../state/imports'
import { IconButton } from '../../ui/icon-button'
import { Menu } from '../../ui/menu'

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
