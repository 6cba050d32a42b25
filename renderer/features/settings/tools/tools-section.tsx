import { Fragment, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { readOwnTools, switchTool, useOwnTools } from '@renderer/state/tools/tool-switches'
import { SwitchRow } from '@renderer/ui/controls/setting-row'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import { AllowedTools } from './allowed-tools'
import { RatesRow } from './rates-row'
import { ToolLog } from './tool-log'
import { ToolPrograms } from './tool-programs'
import rows from '@renderer/ui/rows.module.css'

/** Cairn's own tools, each to switch on or off, programs that have tools, and what was allowed to them. */
export function ToolsSection() {
  const { t, i18n } = useTranslation('settings')
  const open = useConnection((state) => state.status === 'open')
  const list = useOwnTools((state) => state.list)
  useEffect(() => {
    if (open) void readOwnTools()
  }, [open])
  const language = i18n.language === 'zh' ? 'zh' : 'en'
  return (
    <>
      <p className={rows.intro}>{t('tools.intro')}</p>
      {!list && <Skeleton lines={3} label={t('tools.loading')} />}
      {list?.map(({ name, title, description, on }) => (
        <Fragment key={name}>
          <SwitchRow
            name={title[language]}
            text={description[language]}
            checked={on}
            onChange={(checked) => void switchTool(name, checked)}
          />
          {name === 'currency' && <RatesRow />}
        </Fragment>
      ))}
      <ToolPrograms />
      <AllowedTools />
      <ToolLog />
    </>
  )
}
