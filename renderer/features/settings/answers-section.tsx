import { useTranslation } from 'react-i18next'
import { changeSettings, useSettings } from '@renderer/state/settings-store'
import { Switch } from '@renderer/ui/controls/switch'
import { SettingRow } from '@renderer/ui/controls/setting-row'
import { GraphReadingRows } from './graph-reading-rows'
import { PassagesField } from './passages-field'

/** How answers are found. */
export function AnswersSection() {
  const { t } = useTranslation('settings')
  const { cross_language, ask_back, earlier_chats } = useSettings((state) => state.settings.retrieval)
  return (
    <>
      <SettingRow name={t('answers.passages')} text={t('answers.passagesText')}>
        {(ids) => <PassagesField {...ids} />}
      </SettingRow>
      <SettingRow name={t('answers.crossLanguage')} text={t('answers.crossLanguageText')}>
        {(ids) => (
          <Switch
            {...ids}
            checked={cross_language}
            onChange={(checked) => void changeSettings({ retrieval: { cross_language: checked } })}
          />
        )}
      </SettingRow>
      <SettingRow name={t('answers.askBack')} text={t('answers.askBackText')}>
        {(ids) => (
          <Switch
            {...ids}
            checked={ask_back}
            onChange={(checked) => void changeSettings({ retrieval: { ask_back: checked } })}
          />
        )}
      </SettingRow>
      <SettingRow name={t('answers.earlierChats')} text={t('answers.earlierChatsText')}>
        {(ids) => (
          <Switch
            {...ids}
            checked={earlier_chats}
            onChange={(checked) => void changeSettings({ retrieval: { earlier_chats: checked } })}
          />
        )}
      </SettingRow>
      <GraphReadingRows />
    </>
  )
}
