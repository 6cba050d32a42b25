import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelsState } from '@shared/models/models'
import type { StarterSet } from '@shared/models/starter-set'
import { useConnection } from '@renderer/state/connection'
import { useModels } from '@renderer/state/models/models-store'
import {
  answerStarter,
  fetchStarter,
  pauseStarter,
  pickStarterFolder,
  takeStarter,
  useStarterQuestion,
} from '@renderer/state/models/starter'
import { Button } from '@renderer/ui/controls/button'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import { leftText } from '../catalogue/download-facts'
import { FactsLine } from '../facts-line'
import { HostsDialog } from '../hosts-dialog'
import { PathDialog } from '../installed/path-dialog'
import styles from '../models.module.css'
import { useTexts } from '../use-texts'
import { hasStarter, starterProgress } from './starter-facts'
import { StarterRow } from './starter-row'
import { UndoDialog } from './undo-dialog'

/** The models recommended for this machine: what they are, how far adding them is, and the way back. */
export function StarterSection() {
  const { t } = useTranslation('models')
  const state = useModels((models) => models.state)
  const question = useStarterQuestion((store) => store.question)
  const set = state?.starter
  if (!state || !hasStarter(set)) return null
  const isAdded = set.stage === 'added' && set.missing_bytes === 0
  return (
    <div className={styles.starter}>
      <p className={styles.text}>{t(isAdded ? 'starter.added' : 'starter.intro')}</p>
      <ul aria-label={t('starter.title')}>
        {set.parts.map((part) => (
          <StarterRow key={part.kind} part={part} state={state} />
        ))}
      </ul>
      {!isAdded && <Sums set={set} state={state} />}
      <Acts set={set} state={state} />
      {question && (
        <HostsDialog
          name={t('starter.name')}
          bytes={set.missing_bytes}
          hosts={question.hosts}
          onAnswer={(answer) => void answerStarter(answer)}
        />
      )}
    </div>
  )
}

interface StarterProps {
  readonly set: StarterSet
  readonly state: ModelsState
}

/** How much there is to fetch and to hold, or how far it is. */
function Sums({ set, state }: StarterProps) {
  const { t } = useTranslation('models')
  const { size } = useTexts()
  const { done, total, speed, secondsLeft, isFetching, minutes } = starterProgress(set, state)
  const memory = t('starter.memory', { size: size(set.memory_bytes), memory: size(state.machine.memory_bytes) })
  if (set.stage === 'adding') {
    const facts = [
      t('starter.done', { done: size(done), total: size(total) }),
      ...(isFetching ? [t('download.speed', { size: size(speed) })] : []),
      ...(secondsLeft === null ? [] : [t('download.left', { time: leftText(secondsLeft) })]),
      ...(set.busy ? (isFetching ? [] : [t('add.state.checking')]) : [t('starter.stopped')]),
    ]
    return (
      <>
        <FactsLine facts={facts} />
        <ProgressBar done={done} total={total} label={t('starter.progress')} />
      </>
    )
  }
  const facts = set.missing_bytes > 0 ? [t('starter.toFetch', { size: size(set.missing_bytes), count: minutes })] : []
  return <FactsLine facts={[...facts, memory]} />
}

function Acts({ set, state }: StarterProps) {
  const { t } = useTranslation('models')
  const native = useConnection(({ shell }) => shell?.native_files ?? false)
  const [asking, setAsking] = useState<'path' | 'undo' | null>(null)
  const { isFetching } = starterProgress(set, state)
  const isComplete = set.missing_bytes === 0 && set.stage === 'added'
  return (
    <div className={styles.starterActs}>
      {!isComplete && !set.busy && (
        <>
          <Button look="primary" onClick={() => void fetchStarter(set)}>
            {t(set.missing_bytes === 0 ? 'starter.use' : set.stage === 'offered' ? 'starter.fetch' : 'starter.goOn')}
          </Button>
          {set.missing_bytes > 0 && (
            <Button icon={FolderOpen} onClick={() => (native ? void pickStarterFolder() : setAsking('path'))}>
              {t('starter.from')}
            </Button>
          )}
        </>
      )}
      {isFetching && <Button onClick={() => void pauseStarter()}>{t('pause')}</Button>}
      {set.stage !== 'offered' && (
        <Button look="quiet" onClick={() => setAsking('undo')}>
          {t('starter.undo')}
        </Button>
      )}
      {asking === 'path' && (
        <PathDialog
          title={t('starter.fromTitle')}
          field={t('starter.fromField')}
          example={t('starter.fromExample')}
          onPath={(path) => void takeStarter(path)}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'undo' && <UndoDialog set={set} state={state} onClose={() => setAsking(null)} />}
    </div>
  )
}
