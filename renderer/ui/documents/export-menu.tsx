import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReportFormat } from '@shared/api/research-api'
import { Button } from '../controls/button'
import { Menu, type MenuCheck, type MenuItem } from '../controls/menu'
import type { LeaveOut } from '../text/redaction-text'

interface ExportMenuProps {
  readonly leaveOut: LeaveOut
  readonly onLeaveOut: (changed: Partial<LeaveOut>) => void
  /** Saves it as a file in a format; resolves when that is over, however it ended. */
  readonly onExport: (format: ReportFormat) => Promise<unknown>
}

/** A button that saves something as a file in one of several formats, without what is not to leave; one at a time. */
export function ExportMenu({ leaveOut, onLeaveOut, onExport }: ExportMenuProps) {
  const { t } = useTranslation(['notes', 'exchange'])
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
  const checks: MenuCheck[] = [
    {
      ...{ id: 'sensitive', text: t('exchange:export.leaveOut'), checked: leaveOut.leaveOutSensitive },
      onChange: (leaveOutSensitive) => onLeaveOut({ leaveOutSensitive }),
    },
    {
      ...{ id: 'paths', text: t('exchange:export.paths'), checked: leaveOut.replacePaths },
      onChange: (replacePaths) => onLeaveOut({ replacePaths }),
    },
  ]
  return (
    <Menu
      items={items}
      checks={checks}
      trigger={
        <Button size="small" icon={Download} disabled={busy}>
          {busy ? t('exporting') : t('export')}
        </Button>
      }
    />
  )
}
