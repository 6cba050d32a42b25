import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import { changeModelSettings, useModels } from '@renderer/state/models/models-store'
import { useSettings } from '@renderer/state/settings-store'
import { Segmented } from '@renderer/ui/controls/segmented'
import { Select } from '@renderer/ui/controls/select'
import { SettingRow } from '@renderer/ui/controls/setting-row'
import { Button } from '@renderer/ui/controls/button'
import { TextField } from '@renderer/ui/controls/text-field'
import styles from './models.module.css'
import { NumberEntry } from './number-entry'
import { TaskRows } from './choices/task-rows'
import { useTexts } from './use-texts'
import { serverAddress } from './servers/server-address'

const minute = 60_000
const idleChoices = [5 * minute, 15 * minute, 60 * minute, null]
const coolDownChoices = [minute, 5 * minute, 15 * minute, 60 * minute]
const gigabyte = 1e9

/** Settings that hardly anybody needs to change. */
export function AdvancedSection() {
  const { t } = useTranslation('models')
  return (
    <details className={styles.folded}>
      <summary className={styles.summary}>
        <ChevronRight size={14} strokeWidth={1.75} aria-hidden />
        {t('advanced.open')}
      </summary>
      <TaskRows />
      <MachineRows />
    </details>
  )
}

function MachineRows() {
  const { t } = useTranslation('models')
  const { size } = useTexts()
  const machine = useModels((models) => models.state?.machine)
  const { gpu, threads, memory_limit_bytes } = useSettings(({ settings }) => settings.models)
  return (
    <>
      <h3 className={styles.subtitle}>{t('advanced.machine')}</h3>
      <SettingRow name={t('advanced.gpu')} text={t('advanced.gpuText')}>
        {({ labelledBy }) => (
          <Segmented
            labelledBy={labelledBy}
            value={gpu}
            options={(['auto', 'off'] as const).map((value) => ({ value, text: t(`advanced.gpus.${value}`) }))}
            onChange={(value) => void changeModelSettings({ gpu: value })}
          />
        )}
      </SettingRow>
      <SettingRow name={t('advanced.threads')} text={t('advanced.threadsText', { cores: machine?.cores ?? 0 })} isField>
        {({ describedBy }, fieldId) => (
          <NumberEntry
            id={fieldId}
            describedBy={describedBy}
            value={threads}
            min={1}
            max={256}
            placeholder={t('advanced.auto')}
            onChange={(value) => void changeModelSettings({ threads: value })}
          />
        )}
      </SettingRow>
      <SettingRow
        name={t('advanced.memory')}
        text={t('advanced.memoryText', { size: size((machine?.memory_bytes ?? 0) * 0.9) })}
        isField
      >
        {({ describedBy }, fieldId) => (
          <NumberEntry
            id={fieldId}
            describedBy={describedBy}
            value={memory_limit_bytes === null ? null : Math.round(memory_limit_bytes / 1e8) / 10}
            min={0.5}
            max={4096}
            step={0.5}
            unit="GB"
            placeholder={t('advanced.auto')}
            onChange={(value) =>
              void changeModelSettings({ memory_limit_bytes: value === null ? null : Math.round(value * gigabyte) })
            }
          />
        )}
      </SettingRow>
      <WaitRows />
      <MirrorField />
    </>
  )
}

/** How long an unused model stays loaded, and a failing one is left alone. */
function WaitRows() {
  const { t } = useTranslation('models')
  const { idle_unload_ms, cool_down_ms } = useSettings(({ settings }) => settings.models)
  const minutes = (ms: number | null) =>
    ms === null ? t('advanced.never') : t('advanced.minutes', { count: Math.round((ms / minute) * 10) / 10 })
  const choices = (known: readonly (number | null)[], now: number | null) =>
    [...known, ...(known.includes(now) ? [] : [now])].map((ms) => ({ value: String(ms), text: minutes(ms) }))
  return (
    <>
      <SettingRow name={t('advanced.idle')} text={t('advanced.idleText')}>
        {(ids) => (
          <Select
            {...ids}
            value={String(idle_unload_ms)}
            options={choices(idleChoices, idle_unload_ms)}
            onChange={(value) => void changeModelSettings({ idle_unload_ms: value === 'null' ? null : Number(value) })}
          />
        )}
      </SettingRow>
      <SettingRow name={t('advanced.coolDown')} text={t('advanced.coolDownText')}>
        {(ids) => (
          <Select
            {...ids}
            value={String(cool_down_ms)}
            options={choices(coolDownChoices, cool_down_ms)}
            onChange={(value) => void changeModelSettings({ cool_down_ms: Number(value) })}
          />
        )}
      </SettingRow>
    </>
  )
}

/** The address that stands in for the public hub. Empty is the hub itself. */
function MirrorField() {
  const { t } = useTranslation('models')
  const mirror = useSettings(({ settings }) => settings.models.mirror)
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? mirror ?? ''
  const address = text.trim() === '' ? null : serverAddress(text)
  const isWrong = text.trim() !== '' && !address
  const isPlain = address?.isPlain ?? false
  const changed = typed !== null && (address?.url ?? null) !== mirror
  return (
    <form
      className={styles.address}
      onSubmit={(event) => {
        event.preventDefault()
        if (isWrong || isPlain) return
        void changeModelSettings({ mirror: address?.url ?? null })
        setTyped(null)
      }}
    >
      <TextField
        label={t('advanced.mirror')}
        hint={t(isWrong ? 'servers.noAddress' : isPlain ? 'servers.plain' : 'advanced.mirrorText')}
        placeholder="https://huggingface.co"
        maxLength={300}
        value={text}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" size="small" disabled={!changed || isWrong || isPlain}>
        {t('advanced.save')}
      </Button>
    </form>
  )
}
