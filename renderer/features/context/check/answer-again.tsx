import type { ReplayMode, TurnReplay } from '@shared/session/replay'
import { LibraryBig, Rewind, Square } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { replayAnswer } from '@renderer/state/chat/turns/answer-checks'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { Button } from '@renderer/ui/controls/button'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import styles from './answer-check.module.css'
import { ReplayResult } from './replay-result'
import { useAsked } from './use-asked'

const modes = [
  { mode: 'search', icon: LibraryBig },
  { mode: 'record', icon: Rewind },
] as const satisfies { mode: ReplayMode; icon: unknown }[]

interface Replayed {
  readonly wanted: ReplayMode
  /** null where there was nothing to answer again. */
  readonly replay: TurnReplay | null
}

/** Answers the question once more, beside the chat, and shows what differs; nothing is kept of it. */
export function AnswerAgain({ turn }: { readonly turn: Turn }) {
  const { t } = useTranslation(['context', 'chat'])
  const { running, value, error, ask, stop } = useAsked<Replayed>()
  const replay = (wanted: ReplayMode) =>
    void ask(async (signal) => ({ wanted, replay: await replayAnswer(turn, wanted, signal) }))
  return (
    <>
      <p className={styles.hint}>{t('check.againText')}</p>
      <div className={styles.parts}>
        {modes.map(({ mode, icon }) => (
          <Button key={mode} size="small" icon={icon} disabled={running} onClick={() => replay(mode)}>
            {t(`check.mode.${mode}`)}
          </Button>
        ))}
        {running && (
          <Button size="small" look="quiet" icon={Square} onClick={stop}>
            {t('chat:stop')}
          </Button>
        )}
      </div>
      {running && <Skeleton lines={4} label={t('check.answering')} />}
      {error && <ErrorNote error={error} title={t('check.againFailed')} nothingLost />}
      <div aria-live="polite">
        {value &&
          (value.replay ? (
            <ReplayResult replay={value.replay} wanted={value.wanted} />
          ) : (
            <p className={styles.hint}>{t('check.nothingToReplay')}</p>
          ))}
      </div>
    </>
  )
}
