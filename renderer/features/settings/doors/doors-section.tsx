import { NumberField } from '@base-ui/react/number-field'
import type { DoorsState } from '@shared/api/doors-api'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { useSettings } from '@renderer/state/settings-store'
import { changeDoors, readDoors, useDoors } from '@renderer/state/tools/doors'
import { SettingRow } from '@renderer/ui/controls/setting-row'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { AssistantBlocks } from './assistant-blocks'
import { DoorRow } from './door-row'
import { DoorTokenRow } from './door-token-row'
import styles from './doors.module.css'

/** The ways in for other programs on this machine: what may come in, and what those programs have to be told. */
export function DoorsSection() {
  const { t } = useTranslation('settings')
  const { state, error } = useDoors()
  const [token, setToken] = useState<string | null>(null)
  useReading()
  return (
    <>
      <p className={styles.text}>{t('doors.intro')}</p>
      <p className={styles.text}>{t('doors.limits')}</p>
      {error && <ErrorNote error={error} nothingLost onRetry={() => void readDoors()} />}
      <DoorRow door="mcp_http" state={state} />
      <DoorRow door="openai" state={state} />
      {state?.problem && <DoorProblem problem={state.problem} port={state.port} />}
      <SettingRow name={t('doors.port')} text={t('doors.portText')}>
        {({ describedBy }) => <PortField describedBy={describedBy} />}
      </SettingRow>
      <DoorTokenRow token={token} onToken={setToken} />
      {state && <AssistantBlocks state={state} token={token} />}
    </>
  )
}

/** Why what is wanted does not answer: nearly always a port that another program has. */
function DoorProblem({
  problem,
  port,
}: {
  readonly problem: NonNullable<DoorsState['problem']>
  readonly port: number
}) {
  const { t } = useTranslation('settings')
  const isPort = problem.code === 'UNREACHABLE' || problem.code === 'PERMISSION_DENIED'
  const words = {
    message: t(`doors.problem.${problem.code === 'UNREACHABLE' ? 'taken' : 'forbidden'}`, { port }),
    action: t('doors.problem.action'),
  }
  return (
    <ErrorNote
      error={isPort ? { ...problem, message: '' } : problem}
      title={t('doors.problem.title')}
      inWords={isPort ? words : undefined}
      onRetry={() => void changeDoors({ port })}
    />
  )
}

/** Reads how the doors stand when that has changed. */
function useReading(): void {
  const open = useConnection(({ status }) => status === 'open')
  const { mcp_http: mcp, openai, port } = useSettings(({ settings }) => settings.doors)
  const changes = useDoors((doors) => doors.changes)
  useEffect(() => {
    if (open) void readDoors()
  }, [open, mcp, openai, port, changes])
}

const leastPort = 1024
const mostPort = 65_535

function PortField({ describedBy }: { readonly describedBy: string }) {
  const { t } = useTranslation('settings')
  const port = useSettings(({ settings }) => settings.doors.port)
  return (
    <NumberField.Root
      value={port}
      min={leastPort}
      max={mostPort}
      format={{ maximumFractionDigits: 0, useGrouping: false }}
      onValueCommitted={(value) => {
        if (value !== null && value !== port) void changeDoors({ port: value })
      }}
    >
      <NumberField.Input
        className={styles.port}
        aria-label={t('doors.port')}
        aria-describedby={describedBy}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== 'Enter') return
          // What was typed counts when the field is left; this leaves it where it was.
          currentTarget.blur()
          currentTarget.focus()
        }}
      />
    </NumberField.Root>
  )
}
