import { Popover } from '@base-ui/react/popover'
import { isStageNumber } from '@shared/events'
import {
  Check,
  ChevronsRight,
  CircleAlert,
  CircleSlash,
  Database,
  type LucideIcon,
  TriangleAlert,
  Zap,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { StageState, Turn } from '@renderer/state/chat/turns/turn-reducer'
import { classes } from '@renderer/ui/classes'
import { durationText } from '@renderer/ui/text/figure-text'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './pipeline-strip.module.css'
import { sayNotes } from '@renderer/ui/text/say-notes'
import { type StageLook, stageName } from './stage-look'

const icons: Partial<Record<StageLook, LucideIcon>> = {
  done: Check,
  cache_hit: Database,
  skipped: ChevronsRight,
  degraded: TriangleAlert,
  error: CircleAlert,
  shortcut: Zap,
  stopped: CircleSlash,
}

interface StageCardProps {
  readonly stage: StageState
  readonly look: StageLook
  readonly shortcut: Turn['shortcut']
  /** The stage shares its place with the stage that runs beside it. */
  readonly paired: boolean
}

/** A stage of the pipeline; pressing it opens its details. Its size does not depend on its state. */
export function StageCard({ stage, look, shortcut, paired }: StageCardProps) {
  const { t } = useTranslation('pipeline')
  const { stage: number, ms } = stage
  const Icon = icons[look]
  const time = ms === null || look === 'skipped' ? '' : durationText(ms)
  const known = isStageNumber(number)
  const name = stageName(stage, t)
  const state = t(`states.${look}`)
  const summary = sayNotes(stage.summary_notes, stage.summary, t)
  const why =
    look === 'shortcut' && shortcut
      ? sayNotes(shortcut.reason_note && [shortcut.reason_note], shortcut.reason, t)
      : sayNotes(stage.reason_notes, stage.reason, t)
  return (
    <Popover.Root>
      <Popover.Trigger className={classes(styles.card, styles[look], paired && styles.half)} title={why || undefined}>
        <span className={styles.sign} aria-hidden>
          {Icon ? <Icon size={12} strokeWidth={2.25} /> : <span className={styles.dot} />}
        </span>
        <span className={styles.name}>{name}</span>
        {/* Blanks, so that what is read out does not run together. */}
        <span className={styles.time}> {time}</span>
        <span className="unseen"> {state}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="bottom" sideOffset={6} collisionPadding={8} className={styles.layer}>
          <Popover.Popup className={styles.details}>
            <Popover.Title className={styles.title}>
              {number} {name}
              {/* The name it has in exported records. */}
              {name !== stage.name && <span className={styles.original}>{stage.name}</span>}
            </Popover.Title>
            <p className={styles[look]}>
              {state}
              {time !== '' && <span className="numeric"> · {time}</span>}
            </p>
            {summary !== '' && <p>{safeName(summary)}</p>}
            {why !== '' && why !== summary && <p>{safeName(why)}</p>}
            {known && <p className={styles.what}>{t(`what.${number}`)}</p>}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
