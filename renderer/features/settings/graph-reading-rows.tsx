import { useTranslation } from 'react-i18next'
import { changeSettings, useSettings } from '@renderer/state/settings-store'
import { Select } from '@renderer/ui/controls/select'
import { SettingRow } from '@renderer/ui/controls/setting-row'
import { Switch } from '@renderer/ui/controls/switch'

const minuteChoices = [10, 30, 60, 240]

/** Whether a language model reads documents for the knowledge graph, and how long at a time. */
export function GraphReadingRows() {
  const { t } = useTranslation('settings')
  const { model_extraction: isOn, budget_minutes: minutes } = useSettings((state) => state.settings.graph)
  const choices = [...new Set([...minuteChoices, minutes])].toSorted((a, b) => a - b)
  return (
    <>
      <SettingRow name={t('answers.graphReading')} text={t('answers.graphReadingText')}>
        {(ids) => (
          <Switch
            {...ids}
            checked={isOn}
            onChange={(checked) => void changeSettings({ graph: { model_extraction: checked } })}
          />
        )}
      </SettingRow>
      {isOn && (
        <SettingRow name={t('answers.graphMinutes')} text={t('answers.graphMinutesText')}>
          {(ids) => (
            <Select
              {...ids}
              value={String(minutes)}
              options={choices.map((count) => ({ value: String(count), text: t('answers.minutes', { count }) }))}
              onChange={(count) => void changeSettings({ graph: { budget_minutes: Number(count) } })}
            />
          )}
        </SettingRow>
      )}
    </>
  )
}
