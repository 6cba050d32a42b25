import type { FolderState } from '@shared/folders/folder-shapes'
import { Pause, Play, RotateCw, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { changeFolder, readFolderAgain, removeFolder, takeFilesBack } from '@renderer/state/library/folders'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { Badge, type Meaning } from '@renderer/ui/controls/labels'
import { collectionName } from '@renderer/ui/documents/file-name'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { RelativeTime } from '@renderer/ui/text/relative-time'
import { safeName } from '@renderer/ui/text/safe-name'
import { FolderRulesForm } from './folder-rules-form'
import rows from '@renderer/ui/rows.module.css'
import { numberText } from '@renderer/ui/text/figure-text'

const meanings: Readonly<Record<FolderState['state'], Meaning>> = {
  looking: 'running',
  reading: 'running',
  in_step: 'done',
  paused: 'plain',
  away: 'failed',
}

interface FolderRowProps {
  readonly folder: FolderState
  /** The row is gone, and with it the button that had the focus. */
  readonly onRemoved: () => void
}

/** A watched folder: how it stands, and everything that can be done with it. */
export function FolderRow({ folder, onRemoved }: FolderRowProps) {
  const { t } = useTranslation('settings')
  const { id, path, state, paused, deleted, problem, told, looked_at } = folder
  const named = { replace: { name: safeName(nameOf(path)) } }
  return (
    <li className={rows.item}>
      <div className={rows.line}>
        <div className={rows.what}>
          <p className={rows.name}>
            <bdi>{safeName(nameOf(path))}</bdi>
            <Badge meaning={meanings[state]}>{t(`folders.state.${state}`)}</Badge>
          </p>
          <p className={rows.place}>
            <code title={safeName(path)}>{safeName(path)}</code>
          </p>
          <FolderFacts folder={folder} />
        </div>
        <div className={rows.acts}>
          <IconButton
            icon={RotateCw}
            label={t('folders.again', named)}
            disabled={state === 'away'}
            onClick={() => void readFolderAgain(id)}
          />
          <IconButton
            icon={paused ? Play : Pause}
            label={t(paused ? 'folders.resume' : 'folders.pause', named)}
            onClick={() => void changeFolder(id, { paused: !paused })}
          />
          <IconButton
            icon={X}
            label={t('folders.remove', named)}
            onClick={() => void removeFolder(id).then((gone) => gone && onRemoved())}
          />
        </div>
      </div>
      {state === 'away' && <p className={rows.text}>{t('folders.awayText')}</p>}
      {!told && state !== 'away' && looked_at !== null && (
        <p className={rows.text}>
          {t('folders.untold')} <RelativeTime time={looked_at} />
        </p>
      )}
      {deleted > 0 && (
        <p className={rows.text}>
          {t('folders.deleted', { count: deleted })}{' '}
          <Button size="small" onClick={() => void takeFilesBack(id)}>
            {t('folders.takeBack')}
          </Button>
        </p>
      )}
      {problem && <ErrorNote error={problem} nothingLost />}
      <FolderRulesForm folder={folder} />
    </li>
  )
}

/** What is known of it in figures. */
function FolderFacts({ folder: { files, waiting, collection } }: { readonly folder: FolderState }) {
  const { t } = useTranslation('settings')
  const facts = [
    files !== null && t('folders.files', { count: files, number: numberText(files) }),
    waiting > 0 && t('folders.waiting', { count: waiting, number: numberText(waiting) }),
    collection !== null && t('folders.collection', { replace: { name: collectionName(collection) } }),
  ].filter((fact) => fact !== false)
  if (facts.length === 0) return null
  return <p className={rows.facts}>{facts.join(' · ')}</p>
}

function nameOf(path: string): string {
  return path.split(/[\\/]/u).findLast((part) => part !== '') ?? path
}
