import { logLevels } from '@shared/settings'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeSettings, useSettings } from '@renderer/state/settings-store'
import { Button } from '@renderer/ui/controls/button'
import { Select } from '@renderer/ui/controls/select'
import { SettingRow, SwitchRow } from '@renderer/ui/controls/setting-row'
import rows from '@renderer/ui/rows.module.css'
import { CollectorRow } from './collector-row'
import { ReportDialog } from './report-dialog'
import { TraceList } from './trace-list'

/** What Cairn keeps of its own work, and the report made of it. */
export function DiagnosticsSection() {
  const { t } = useTranslation('diagnostics')
  const settings = useSettings((state) => state.settings.diagnostics)
  const [reporting, setReporting] = useState(false)
  return (
    <>
      <p className={rows.intro}>{t('intro')}</p>
      <SettingRow name={t('report.name')} text={t('report.text')}>
        {() => (
          <Button size="small" onClick={() => setReporting(true)}>
            {t('report.make')}
          </Button>
        )}
      </SettingRow>
      <SettingRow name={t('level.name')} text={t('level.text')}>
        {(ids) => (
          <Select
            {...ids}
            value={settings.log_level}
            options={logLevels.map((value) => ({ value, text: t(`level.levels.${value}`) }))}
            onChange={(value) => {
              const level = logLevels.find((one) => one === value)
              if (level) void changeSettings({ diagnostics: { log_level: level } })
            }}
          />
        )}
      </SettingRow>
      <SwitchRow
        name={t('logText.name')}
        text={t('logText.text')}
        checked={settings.log_text}
        onChange={(on) => void changeSettings({ diagnostics: { log_text: on } })}
      />
      <SwitchRow
        name={t('traces.on')}
        text={t('traces.onText', { megabytes: settings.trace_megabytes })}
        checked={settings.traces}
        onChange={(on) => void changeSettings({ diagnostics: { traces: on } })}
      />
      <SwitchRow
        name={t('traces.words')}
        text={t('traces.wordsText')}
        checked={settings.trace_text}
        onChange={(on) => void changeSettings({ diagnostics: { trace_text: on } })}
      />
      <CollectorRow />
      <TraceList />
      {reporting && <ReportDialog onClose={() => setReporting(false)} />}
    </>
  )
}
