import { useTranslation } from 'react-i18next'
import { changeSettings, useSettings } from '@renderer/state/settings-store'
import { SwitchRow } from '@renderer/ui/controls/setting-row'

/** Whether scans and pictures are read. */
export function OcrRow() {
  const { t } = useTranslation('settings')
  const { enabled } = useSettings((state) => state.settings.ocr)
  return (
    <SwitchRow
      name={t('data.ocr')}
      text={t('data.ocrText')}
      checked={enabled}
      onChange={(checked) => void changeSettings({ ocr: { enabled: checked, paused: false } })}
    />
  )
}
