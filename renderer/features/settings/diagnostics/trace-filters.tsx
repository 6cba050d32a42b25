import { TraceState } from '@shared/diagnostics/trace'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessions } from '@renderer/state/chat/sessions-store'
import type { TraceFilter } from '@renderer/state/kept-traces'
import { Select, type SelectOption } from '@renderer/ui/controls/select'
import styles from './diagnostics.module.css'

const wholes = ['turn', 'aside', 'ingest', 'research'] as const
const lengths = [100, 500, 1000, 5000] as const
const hourMs = 3_600_000
const agesMs = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs } as const
const ages = ['hour', 'day', 'week'] as const
/** Chats to choose from: those that the list has first. */
const mostSessions = 50

interface TraceFiltersProps {
  readonly filter: TraceFilter
  readonly onChange: (filter: TraceFilter) => void
}

/** Which traces are listed: of which kind and chat, how they ended, how long they took, how old they are. */
export function TraceFilters({ filter, onChange }: TraceFiltersProps) {
  const { t } = useTranslation('diagnostics')
  const { kinds, states, slower_than: slower } = filter
  const change = (next: TraceFilter) => onChange(withoutEmpty({ ...filter, ...next }))
  return (
    <div className={styles.filters}>
      <Choice
        label={t('filter.kind')}
        value={kinds?.[0]}
        options={wholes.map((value) => ({ value, text: t(`kind.${value}`) }))}
        onChange={(value) => change({ kinds: wholes.filter((one) => one === value) })}
      />
      <Choice
        label={t('filter.state')}
        value={states?.[0]}
        options={TraceState.options.map((value) => ({ value, text: t(`state.${value}`) }))}
        onChange={(value) => change({ states: TraceState.options.filter((one) => one === value) })}
      />
      <Choice
        label={t('filter.slower')}
        value={slower === undefined ? undefined : String(slower)}
        options={lengths.map((ms) => ({ value: String(ms), text: t('filter.ms', { ms }) }))}
        onChange={(value) => change({ slower_than: value === null ? undefined : Number(value) })}
      />
      <AgeChoice onChange={(since) => change({ since })} />
      <SessionChoice session={filter.session_id} onChange={(session_id) => change({ session_id })} />
    </div>
  )
}

function AgeChoice({ onChange }: { readonly onChange: (since: number | undefined) => void }) {
  const { t } = useTranslation('diagnostics')
  const [age, setAge] = useState<(typeof ages)[number]>()
  const take = (value: string | null) => {
    const next = ages.find((one) => one === value)
    setAge(next)
    onChange(next === undefined ? undefined : Date.now() - agesMs[next])
  }
  const options = ages.map((value) => ({ value, text: t(`filter.${value}`) }))
  return <Choice label={t('filter.age')} value={age} options={options} onChange={take} />
}

interface SessionChoiceProps {
  readonly session: string | undefined
  readonly onChange: (session: string | undefined) => void
}

function SessionChoice({ session, onChange }: SessionChoiceProps) {
  const { t } = useTranslation('diagnostics')
  const headers = useSessions((state) => state.headers)
  const options = headers.slice(0, mostSessions).map(({ id, title }) => ({ value: id, text: title }))
  return (
    <Choice
      label={t('filter.session')}
      value={session}
      options={options}
      onChange={(value) => onChange(value ?? undefined)}
    />
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string | undefined
  readonly options: readonly SelectOption[]
  readonly onChange: (value: string | null) => void
}

/** One of the conditions, or any. */
function Choice({ label, value, options, onChange }: ChoiceProps) {
  const { t } = useTranslation('diagnostics')
  const id = useId()
  return (
    <div className={styles.filter}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <Select
        labelledBy={id}
        value={value ?? null}
        options={[{ value: null, text: t('filter.any') }, ...options]}
        onChange={onChange}
      />
    </div>
  )
}

/** A list of nothing would let nothing through. */
function withoutEmpty({ kinds, states, ...rest }: TraceFilter): TraceFilter {
  return { ...rest, ...(kinds?.length ? { kinds } : {}), ...(states?.length ? { states } : {}) }
}
