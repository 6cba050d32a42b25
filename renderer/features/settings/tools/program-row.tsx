import type { ToolServerState } from '@shared/tools/tool-server-shapes'
import { RotateCw, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { enableToolServer, removeToolServer, restartToolServer } from '@renderer/state/tools/program-list'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { Dialog } from '@renderer/ui/controls/dialog'
import { Badge } from '@renderer/ui/controls/labels'
import { Switch } from '@renderer/ui/controls/switch'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { safeName } from '@renderer/ui/text/safe-name'
import { ProgramLines } from './program-lines'
import { ProgramTools } from './program-tools'
import rows from '@renderer/ui/rows.module.css'
import styles from './tools.module.css'

interface ProgramRowProps {
  readonly server: ToolServerState
  /** The row is gone, and with it the button that had the focus. */
  readonly onRemoved: () => void
}

/** A program with tools: what it is doing, its tools, and what it last complained of. */
export function ProgramRow({ server, onRemoved }: ProgramRowProps) {
  const { t } = useTranslation('settings')
  const id = useId()
  const [leaving, setLeaving] = useState(false)
  const { name, enabled, state, place, last_error: error } = server
  const named = { replace: { name: safeName(name) } }
  return (
    <li className={rows.item}>
      <div className={rows.line}>
        <div className={rows.what}>
          <p className={rows.name}>
            <bdi id={`${id}-name`}>{safeName(name)}</bdi>
            {enabled && (
              <Badge meaning={state === 'running' ? 'done' : state === 'starting' ? 'running' : 'plain'}>
                {t(`tools.programs.state.${state}`)}
              </Badge>
            )}
          </p>
          <p id={`${id}-place`} className={rows.place}>
            <code title={safeName(place)}>{safeName(place)}</code>
          </p>
          <ProgramFacts server={server} />
        </div>
        <div className={rows.acts}>
          {enabled && server.type === 'stdio' && (
            <IconButton
              icon={RotateCw}
              label={t('tools.programs.restart', named)}
              onClick={() => void restartToolServer(name)}
            />
          )}
          <IconButton icon={Trash2} label={t('tools.programs.remove', named)} onClick={() => setLeaving(true)} />
          <Switch
            labelledBy={`${id}-name`}
            describedBy={`${id}-place`}
            checked={enabled}
            onChange={(checked) => void enableToolServer(name, checked)}
          />
        </div>
      </div>
      {enabled && error && <ErrorNote error={error} />}
      {enabled && <ProgramTools server={server} />}
      {enabled && server.type === 'stdio' && <ProgramLines name={name} />}
      {leaving && <RemoveDialog name={name} onClose={() => setLeaving(false)} onRemoved={onRemoved} />}
    </li>
  )
}

/** What is known of it in figures; nothing before it ran. */
function ProgramFacts({ server }: { readonly server: ToolServerState }) {
  const { t } = useTranslation('settings')
  const { tools, secrets, deaths, refused_requests: refused } = server
  const facts = [
    tools !== null && t('tools.programs.tools', { count: tools }),
    secrets.length > 0 && t('tools.programs.variables', { replace: { names: secrets.map(safeName).join(', ') } }),
    deaths > 0 && t('tools.programs.ended', { count: deaths }),
    refused > 0 && t('tools.programs.refused', { count: refused }),
  ].filter((fact) => fact !== false)
  if (facts.length === 0) return null
  return <p className={rows.facts}>{facts.join(' · ')}</p>
}

interface RemoveDialogProps {
  readonly name: string
  readonly onClose: () => void
  readonly onRemoved: () => void
}

/** Asks first: variables that were set for a program are read by nobody, so that they cannot be put back. */
function RemoveDialog({ name, onClose, onRemoved }: RemoveDialogProps) {
  const { t } = useTranslation(['settings', 'app'])
  const remove = async () => {
    onClose()
    if (await removeToolServer(name)) onRemoved()
  }
  return (
    <Dialog onClose={onClose} title={t('tools.programs.removeTitle', { replace: { name: safeName(name) } })}>
      <p className={styles.dialogText}>{t('tools.programs.removeText')}</p>
      <div className={styles.dialogButtons}>
        <Button onClick={onClose}>{t('app:cancel')}</Button>
        <Button look="danger" onClick={() => void remove()}>
          {t('tools.programs.removeConfirm')}
        </Button>
      </div>
    </Dialog>
  )
}
