import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReportFormat } from '@shared/api/research-api'
import { Button } from '../controls/button'
import { Menu, type MenuItem } from '../controls/menu'

interface ExportMenuProps {
  /** Saves it as a file in a format; resolves when that is over, however it ended. */
  readonly onExport: (format: ReportFormat) => Promise<unknown>
}

/** A button that saves something as a file in one of several formats; one at a time. */
export function ExportMenu({ onExport }: ExportMenuProps) {
  const { t } = useTranslation('notes')
  const [busy, setBusy] = useState(false)
  const run = async (format: ReportFormat) => {
    setBusy(true)
    await onExport(format)
    setBusy(false)
  }
  const items: MenuItem[] = ReportFormat.options.map((format) => ({
    ...{ id: format, text: t(`formats.${format}`) },
    run: () => void run(format),
  }))
  return (
    <Menu
      items={items}
      trigger={
        <Button size="small" icon={Download} disabled={busy}>
          {busy ? t('exporting') : t('export')}
        </Button>
      }
    />
  )
}
