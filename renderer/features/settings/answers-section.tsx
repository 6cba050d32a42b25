import { GraphMode } from '@shared/settings'
import { useTranslation } from 'react-i18next'
import { NumberField } from '@base-ui/react/number-field'
import { Minus, Plus } from 'lucide-react'
import { changeSettings, useSettings } from '@renderer/state/settings-store'
import { SettingRow, SwitchRow } from '@renderer/ui/controls/setting-row'
import { Select } from '@renderer/ui/controls/select'
import styles from './settings.module.css'

/** The settings that are on or off, with the keys of their texts. */
const switches = [
  ['cross_language', 'crossLanguage'],
  ['ask_back', 'askBack'],
  ['earlier_chats', 'earlierChats'],
] as const

/** How answers are found. */
export function AnswersSection() {
  const { t } = useTranslation('settings')
  const retrieval = useSettings((state) => state.settings.retrieval)
  return (
    <>
      <SettingRow name={t('answers.passages')} text={t('answers.passagesText')} isField>
        {({ describedBy }, fieldId) => <PassagesField id={fieldId} describedBy={describedBy} />}
      </SettingRow>
      {switches.map(([setting, text]) => (
        <SwitchRow
          key={setting}
          name={t(`answers.${text}`)}
          text={t(`answers.${text}Text`)}
          checked={retrieval[setting]}
          onChange={(checked) => void changeSettings({ retrieval: { [setting]: checked } })}
        />
      ))}
      <SettingRow name={t('answers.graph')} text={t('answers.graphText')}>
        {(ids) => <GraphModeField {...ids} />}
      </SettingRow>
      <GraphReadingRows />
    </>
  )
}

function GraphModeField(ids: { readonly labelledBy: string; readonly describedBy: string }) {
  const { t } = useTranslation('settings')
  const mode = useSettings((state) => state.settings.retrieval.graph)
  return (
    <Select
      {...ids}
      value={mode}
      options={GraphMode.options.map((one) => ({ value: one, text: t(`answers.graphMode.${one}`) }))}
      onChange={(one) => void changeSettings({ retrieval: { graph: GraphMode.parse(one) } })}
    />
  )
}

const minuteChoices = [10, 30, 60, 240]

/** Whether a language model reads documents for the knowledge graph, and how long at a time. */
function GraphReadingRows() {
  const { t } = useTranslation('settings')
  const { model_extraction: isOn, budget_minutes: minutes } = useSettings((state) => state.settings.graph)
  const choices = [...new Set([...minuteChoices, minutes])].toSorted((a, b) => a - b)
  return (
    <>
      <SwitchRow
        name={t('answers.graphReading')}
        text={t('answers.graphReadingText')}
        checked={isOn}
        onChange={(checked) => void changeSettings({ graph: { model_extraction: checked } })}
      />
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

const least = 1
const most = 12

/** The number of passages an answer may use. */
function PassagesField({ id, describedBy }: { readonly id: string; readonly describedBy: string }) {
  const { t } = useTranslation('settings')
  const passages = useSettings((state) => state.settings.retrieval.passages)
  const change = (value: number | null) => {
    if (value !== null && value !== passages) void changeSettings({ retrieval: { passages: value } })
  }
  return (
    <NumberField.Root
      id={id}
      value={passages}
      min={least}
      max={most}
      step={1}
      format={{ maximumFractionDigits: 0 }}
      onValueCommitted={change}
    >
      <NumberField.Group className={styles.number}>
        <NumberField.Decrement className={styles.step} aria-label={t('answers.fewer')}>
          <Minus size={14} strokeWidth={1.75} aria-hidden />
        </NumberField.Decrement>
        <NumberField.Input className={styles.digits} aria-describedby={describedBy} />
        <NumberField.Increment className={styles.step} aria-label={t('answers.more')}>
          <Plus size={14} strokeWidth={1.75} aria-hidden />
        </NumberField.Increment>
      </NumberField.Group>
    </NumberField.Root>
  )
}
