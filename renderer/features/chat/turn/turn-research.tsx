import { ArrowRight, Telescope } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isWorking } from '@shared/research/fold-steps'
import type { RunHeader } from '@shared/research/research-run'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { leavesOpen, researchTurn, runsOfTurn } from '@renderer/state/research/research-turn'
import { useRuns } from '@renderer/state/research/runs-store'
import { go } from '@renderer/state/window/address'
import { Button } from '@renderer/ui/controls/button'
import styles from './turn.module.css'

/** Under an answer: the research that was begun from it, or, where it leaves something open, the offer to begin one. */
export function TurnResearch({ turn }: { readonly turn: Turn }) {
  const headers = useRuns((state) => state.headers)
  const runs = useMemo(() => runsOfTurn(headers, turn.turn_id), [headers, turn.turn_id])
  if (runs.length > 0) return runs.map((run) => <RunLine key={run.id} run={run} />)
  return leavesOpen(turn) ? <LookDeeper turn={turn} /> : null
}

function LookDeeper({ turn }: { readonly turn: Turn }) {
  const { t } = useTranslation('chat')
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    await researchTurn(turn)
    setBusy(false)
  }
  return (
    <div className={styles.research}>
      <span className={styles.researchText}>{t('deeper.offer')}</span>
      <Button size="small" icon={Telescope} disabled={busy} onClick={() => void begin()}>
        {t('deeper.begin')}
      </Button>
    </div>
  )
}

function RunLine({ run }: { readonly run: RunHeader }) {
  const { t } = useTranslation(['chat', 'research'])
  const { id, state, tasks, tasks_done: done } = run
  return (
    <div className={styles.research} role={isWorking(run) ? 'status' : undefined}>
      <Telescope size={15} strokeWidth={1.75} aria-hidden />
      <span className={styles.researchText}>
        {t('deeper.run', { state: t(`research:states.${state}`) })}{' '}
        {tasks > 0 && <span className={styles.researchFacts}>{t('research:tasksDone', { done, tasks })}</span>}
      </span>
      <Button size="small" icon={ArrowRight} onClick={() => go({ view: 'research', runId: id })}>
        {t('deeper.open')}
      </Button>
    </div>
  )
}
