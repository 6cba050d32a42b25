import type { ModelKind, ModelRuntime } from '@shared/models/models'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { setLoaded, useModels } from '@renderer/state/models/models-store'
import { Button } from '@renderer/ui/controls/button'
import { durationText } from '@renderer/ui/text/figure-text'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import { useNow } from '@renderer/ui/feedback/use-now'
import { FactsLine } from '../facts-line'
import styles from '../models.module.css'
import { breakerFact, runtimeFacts } from './runtime-facts'
import { useTexts } from '../use-texts'

/** How a model is doing in this run of Cairn, and what can be done about it. */
export function RuntimeState({ runtime, kind }: { readonly runtime: ModelRuntime; readonly kind: ModelKind }) {
  const { t } = useTranslation('models')
  const { size, clock } = useTexts()
  const { id, state, progress, breaker, last_error } = runtime
  // Of a server it is not known, and not for Cairn to load.
  const isServed = id.startsWith('server:')
  const facts = runtimeFacts(runtime, kind, size, durationText)
    .filter(({ key }) => !isServed || key !== 'state.unloaded')
    .map(({ key, values }) => t(`runtime.${key}`, { ...values }))
  const isOpen = breaker !== 'closed'
  const failed = (isOpen || state === 'failed') && last_error !== null
  return (
    <div className={styles.runtime}>
      <div className={styles.line}>
        <FactsLine facts={facts} className={state === 'failed' ? styles.failed : undefined} />
        {!isServed && !isOpen && state !== 'loading' && <LoadButton runtime={runtime} />}
      </div>
      {state === 'loading' && <ProgressBar done={progress} total={1} label={t('runtime.loading')} />}
      {isOpen && <BreakerLine runtime={runtime} clock={clock} />}
      {failed && (
        <ErrorNote error={last_error} nothingLost onRetry={isOpen ? undefined : () => void setLoaded(id, true)} />
      )}
    </div>
  )
}

function BreakerLine({ runtime, clock }: { readonly runtime: ModelRuntime; readonly clock: (at: number) => string }) {
  const { t } = useTranslation('models')
  const fact = breakerFact(runtime, useNow())
  const busy = useModels((state) => state.pending.has(runtime.id))
  if (!fact) return null
  const { count = 0, until = 0 } = fact.values
  return (
    <div className={styles.warning} role="status">
      <TriangleAlert size={15} strokeWidth={1.75} aria-hidden />
      <span className="numeric">{t(`runtime.${fact.key}`, { count: Number(count), until: clock(Number(until)) })}</span>
      <Button size="small" disabled={busy} onClick={() => void setLoaded(runtime.id, true)}>
        {t('runtime.tryNow')}
      </Button>
    </div>
  )
}

/** Loads a model or takes it out of memory. */
export function LoadButton({ runtime }: { readonly runtime: ModelRuntime }) {
  const { t } = useTranslation('models')
  const { id, state } = runtime
  const busy = useModels((models) => models.pending.has(id))
  const isLoaded = state === 'ready' || state === 'busy'
  return (
    <Button size="small" look="quiet" disabled={busy} onClick={() => void setLoaded(id, !isLoaded)}>
      {t(isLoaded ? 'runtime.unload' : 'runtime.load')}
    </Button>
  )
}
