import { TraceState } from '@shared/diagnostics/trace'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { TraceFilter } from '@renderer/state/kept-traces'
import { Select } from '@renderer/ui/controls/select'
import styles from './diagnostics.module.css'

const wholes = ['turn', 'aside', 'ingest', 'research'] as const
const lengths = [100, 500, 1000, 5000] as const

interface TraceFiltersProps {
  readonly filter: TraceFilter
  readonly onChange: (filter: TraceFilter) => void
}

/** Which traces are listed: of which kind, how they ended, how long they took. */
export function TraceFilters({ filter, onChange }: TraceFiltersProps) {
  const { t } = useTranslation('diagnostics')
  const id = useId()
  const any = { value: null, text: t('filter.any') }
  const { kinds, states, slower_than: slower } = filter
  const choices = [
    {
      name: 'kind' as const,
      value: kinds?.[0] ?? null,
      options: wholes.map((value) => ({ value, text: t(`kind.${value}`) })),
      take: (value: string | null) => ({ ...filter, kinds: wholes.filter((one) => one === value) }),
    },
    {
      name: 'state' as const,
      value: states?.[0] ?? null,
      options: TraceState.options.map((value) => ({ value, text: t(`state.${value}`) })),
      take: (value: string | null) => ({ ...filter, states: TraceState.options.filter((one) => one === value) }),
    },
    {
      name: 'slower' as const,
      value: slower === undefined ? null : String(slower),
      options: lengths.map((ms) => ({ value: String(ms), text: t('filter.ms', { ms }) })),
      take: (value: string | null) => ({ ...filter, slower_than: value === null ? undefined : Number(value) }),
    },
  ]
  return (
    <div className={styles.filters}>
      {choices.map(({ name, value, options, take }) => (
        <div key={name} className={styles.filter}>
          <span id={`${id}-${name}`} className={styles.label}>
            {t(`filter.${name}`)}
          </span>
          <Select
            labelledBy={`${id}-${name}`}
            value={value}
            options={[any, ...options]}
            onChange={(next) => onChange(withoutEmpty(take(next)))}
          />
        </div>
      ))}
    </div>
  )
}

/** A list of nothing would let nothing through. */
function withoutEmpty({ kinds, states, ...rest }: TraceFilter): TraceFilter {
  return { ...rest, ...(kinds?.length ? { kinds } : {}), ...(states?.length ? { states } : {}) }
}
