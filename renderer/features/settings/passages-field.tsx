import { NumberField } from '@base-ui/react/number-field'
import { Minus, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { changeSettings, useSettings } from '@renderer/state/settings-store'
import styles from './settings.module.css'

const least = 1
const most = 12

/** The number of passages an answer may use. */
export function PassagesField({
  labelledBy,
  describedBy,
}: {
  readonly labelledBy: string
  readonly describedBy: string
}) {
  const { t } = useTranslation('settings')
  const passages = useSettings((state) => state.settings.retrieval.passages)
  const change = (value: number | null) => {
    if (value !== null && value !== passages) void changeSettings({ retrieval: { passages: value } })
  }
  return (
    <NumberField.Root
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
        <NumberField.Input className={styles.digits} aria-labelledby={labelledBy} aria-describedby={describedBy} />
        <NumberField.Increment className={styles.step} aria-label={t('answers.more')}>
          <Plus size={14} strokeWidth={1.75} aria-hidden />
        </NumberField.Increment>
      </NumberField.Group>
    </NumberField.Root>
  )
}
