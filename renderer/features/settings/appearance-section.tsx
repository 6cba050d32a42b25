import type { Settings } from '@shared/settings'
import { useTranslation } from 'react-i18next'
import { changeSettings, useSettings } from '@renderer/state/settings-store'
import { Segmented } from '@renderer/ui/controls/segmented'
import { SettingRow } from '@renderer/ui/controls/setting-row'

const themes: readonly Settings['theme'][] = ['system', 'light', 'dark']
const sizes: readonly Settings['text_size'][] = ['small', 'medium', 'large']

/** Language, theme and text size; in force at once. */
export function AppearanceSection() {
  const { t } = useTranslation('settings')
  const { language, theme, text_size } = useSettings((state) => state.settings)
  return (
    <>
      <SettingRow name={t('appearance.language')} text={t('appearance.languageText')}>
        {({ labelledBy }) => (
          <Segmented
            labelledBy={labelledBy}
            value={language}
            // A language is found by its own name, whatever the interface speaks.
            options={[
              { value: 'system', text: t('appearance.system') },
              { value: 'en', text: 'English' },
              { value: 'zh', text: '简体中文' },
            ]}
            onChange={(value) => void changeSettings({ language: value })}
          />
        )}
      </SettingRow>
      <SettingRow name={t('appearance.theme')}>
        {({ labelledBy }) => (
          <Segmented
            labelledBy={labelledBy}
            value={theme}
            options={themes.map((value) => ({ value, text: t(`appearance.${value}`) }))}
            onChange={(value) => void changeSettings({ theme: value })}
          />
        )}
      </SettingRow>
      <SettingRow name={t('appearance.textSize')}>
        {({ labelledBy }) => (
          <Segmented
            labelledBy={labelledBy}
            value={text_size}
            options={sizes.map((value) => ({ value, text: t(`appearance.${value}`) }))}
            onChange={(value) => void changeSettings({ text_size: value })}
          />
        )}
      </SettingRow>
    </>
  )
}
