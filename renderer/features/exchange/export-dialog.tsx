import type { SessionHeader } from '@shared/session/session-view'
import { Check, MessageSquareText } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  closeExchange,
  type ExchangeDialog,
  exportChats,
  type ExportRun,
  forgetExport,
  stopExport,
  useExchange,
} from '@renderer/state/library/exchange'
import { readNotebooks, useNotebooks } from '@renderer/state/notes/notebooks-store'
import { useRuns } from '@renderer/state/research/runs-store'
import { useSessions } from '@renderer/state/chat/sessions-store'
import { runAction } from '@renderer/state/window/shortcuts'
import { Button } from '@renderer/ui/controls/button'
import { Dialog } from '@renderer/ui/controls/dialog'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { Switch } from '@renderer/ui/controls/switch'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import { ChatChooser } from './chat-chooser'
import { ChoiceList } from './choice-list'
import {
  canHold,
  chatsOf,
  type ExportChoice,
  exportFormats,
  exportInput,
  firstChoice,
  formatInForce,
  isOnlyBundle,
} from './export-choice'
import styles from './export-dialog.module.css'
import { ExportPreview } from './export-preview'
import { ImportDialog } from './import-dialog'
import { redactionText } from '@renderer/ui/text/redaction-text'
import { numberText } from '@renderer/ui/text/figure-text'
import { usePreview } from './use-preview'

/** The export or import dialog, whichever is open. */
export function ExchangeDialogs() {
  const dialog = useExchange((state) => state.dialog)
  switch (dialog?.kind) {
    case 'export':
      return <ExportDialog key={dialog.answer?.turnId ?? dialog.sessionId ?? ''} asked={dialog} />
    case 'import':
      return <ImportDialog />
    case undefined:
      return null
  }
}

/** Asks which chats, as what and without what, shows how that begins, and makes the file. */
function ExportDialog({ asked }: { readonly asked: Extract<ExchangeDialog, { kind: 'export' }> }) {
  const { t } = useTranslation(['exchange', 'app'])
  const headers = useSessions((state) => state.headers)
  const known = useSessions((state) => state.known)
  const run = useExchange((state) => state.run)
  const hasWork = useHasWork()
  const [choice, setChoice] = useState(() => firstChoice(asked.sessionId, headers, asked.answer))
  const [again, setAgain] = useState(0)
  const end = useRef<HTMLButtonElement>(null)
  const running = run?.state === 'running'
  // What is being written in a chat changes its header all the time; what would be exported only changes with the choice.
  const wanted = JSON.stringify(exportInput(choice, headers, hasWork))
  // eslint-disable-next-line react-hooks/exhaustive-deps -- `wanted` is what it depends on
  const input = useMemo(() => exportInput(choice, headers, hasWork), [wanted])
  const preview = usePreview(input, again)
  // The button that starts an export cannot be pressed while it runs, so its focus goes to the one that stops it.
  useEffect(() => {
    if (running) end.current?.focus()
  }, [running])
  const change = (changed: Partial<ExportChoice>) => {
    forgetExport()
    setChoice((before) => ({ ...before, ...changed }))
  }
  const submit = () => {
    if (input) void exportChats(input)
  }
  const inWords = (report: Parameters<typeof redactionText>[0] | null | undefined) =>
    report ? redactionText(report, choice, t) : []
  if (known && headers.length === 0 && !hasWork) {
    return (
      <Dialog onClose={closeExchange} title={t('export.title')}>
        <NothingToExport />
      </Dialog>
    )
  }
  return (
    <Dialog onClose={closeExchange} title={t('export.title')} className={styles.dialog}>
      <div className={styles.columns}>
        <div className={styles.choices} inert={running}>
          <WhatToExport headers={headers} hasWork={hasWork} choice={choice} onChange={change} />
          <FormatChoice count={chatsOf(choice, headers).length} choice={choice} onChange={change} />
          <LeaveOutChoice choice={choice} onChange={change} found={inWords(preview?.preview?.redaction)} />
        </div>
        <ExportPreview shown={preview} nothing={input === null} onRetry={() => setAgain((times) => times + 1)} />
      </div>
      {run?.error && <ErrorNote title={t('export.failed')} error={run.error} nothingLost />}
      <div className={styles.foot}>
        <ExportProgress run={run} said={inWords(run?.redaction)} />
        <Button ref={end} onClick={running ? stopExport : closeExchange}>
          {running ? t('export.stop') : run?.state === 'done' ? t('app:close') : t('app:cancel')}
        </Button>
        <Button look="primary" disabled={input === null || running} onClick={submit}>
          {run?.state === 'failed' ? t('app:retry') : t('export.submit')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Whether there is a report of research or a notebook; what is only planned leaves with nothing. */
function useHasWork(): boolean {
  const runs = useRuns((state) => state.headers)
  const notebooks = useNotebooks((state) => state.headers)
  useEffect(() => {
    if (notebooks === null) void readNotebooks()
  }, [notebooks])
  return runs.some(({ state }) => state === 'done' || state === 'partial') || (notebooks?.length ?? 0) > 0
}

function NothingToExport() {
  const { t } = useTranslation(['exchange', 'app'])
  return (
    <EmptyState
      icon={MessageSquareText}
      title={t('export.none')}
      text={t('export.noneText')}
      action={
        <Button
          onClick={() => {
            closeExchange()
            runAction('new_chat')
          }}
        >
          {t('app:newChat')}
        </Button>
      }
    />
  )
}

interface PartProps {
  readonly choice: ExportChoice
  readonly onChange: (changed: Partial<ExportChoice>) => void
}

interface WhatProps extends PartProps {
  readonly headers: readonly SessionHeader[]
  /** Research and notebooks go with all chats. */
  readonly hasWork: boolean
}

/** This chat, chosen ones or all. */
function WhatToExport({ headers, hasWork, choice, onChange }: WhatProps) {
  const { t } = useTranslation('exchange')
  const title = headers.find(({ id }) => id === choice.thisId)?.title
  const { length: count } = headers
  const chats = count > 0 || !hasWork ? [t('export.count', { count, number: numberText(count) })] : []
  return (
    <>
      <ChoiceList
        label={t('export.what')}
        value={choice.what}
        choices={[
          ...(choice.answer === null
            ? []
            : [{ value: 'answer' as const, name: t('export.answer'), text: choice.answer.question }]),
          ...(title === undefined ? [] : [{ value: 'this' as const, name: t('export.this'), text: title }]),
          ...(count === 0 ? [] : [{ value: 'chosen' as const, name: t('export.chosen') }]),
          {
            value: 'all',
            name: hasWork ? t('export.everything') : t('export.all'),
            text: [...chats, ...(hasWork ? [t('export.work')] : [])].join(t('import.comma')),
          },
        ]}
        onChange={(what) => onChange({ what })}
      />
      {choice.what === 'chosen' && (
        <ChatChooser headers={headers} chosen={choice.chosen} onChange={(chosen) => onChange({ chosen })} />
      )}
    </>
  )
}

/** As what; more than one chat can only be a bundle. */
function FormatChoice({ count, choice, onChange }: PartProps & { readonly count: number }) {
  const { t } = useTranslation('exchange')
  const several = isOnlyBundle(choice, count)
  const isHeld = (format: (typeof exportFormats)[number]) => (several ? format === 'bundle' : canHold(choice, format))
  return (
    <ChoiceList
      label={t('export.format')}
      hint={several ? t(count === 0 ? 'export.onlyBundleWork' : 'export.onlyBundle') : undefined}
      value={formatInForce(choice, count)}
      choices={exportFormats.map((format) => ({
        value: format,
        name: t(`format.${format}.name`),
        // What cannot be chosen now needs no explaining.
        text: isHeld(format) ? t(`format.${format}.text`) : undefined,
        disabled: !isHeld(format),
      }))}
      onChange={(format) => onChange({ format })}
    />
  )
}

/** Which content is left out of the file, and how much of such content was found. */
function LeaveOutChoice({ choice, onChange, found }: PartProps & { readonly found: readonly string[] }) {
  const { t } = useTranslation('exchange')
  return (
    <div className={styles.switches}>
      <SwitchRow
        name={t('export.leaveOut')}
        text={t('export.leaveOutText')}
        checked={choice.leaveOutSensitive}
        onChange={(leaveOutSensitive) => onChange({ leaveOutSensitive })}
      />
      <SwitchRow
        name={t('export.paths')}
        text={t('export.pathsText')}
        checked={choice.replacePaths}
        onChange={(replacePaths) => onChange({ replacePaths })}
      />
      <div role="status" className={styles.redaction}>
        {found.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </div>
  )
}

interface SwitchRowProps {
  readonly name: string
  readonly text: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

function SwitchRow({ name, text, checked, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <div className={styles.switch}>
      <div className={styles.words}>
        <p id={id}>{name}</p>
        <p id={`${id}-text`} className={styles.hint}>
          {text}
        </p>
      </div>
      <Switch checked={checked} onChange={onChange} labelledBy={id} describedBy={`${id}-text`} />
    </div>
  )
}

/** How far an export is, or how it ended; a failure is said elsewhere. */
function ExportProgress({ run, said }: { readonly run: ExportRun | null; readonly said: readonly string[] }) {
  const { t } = useTranslation('exchange')
  return (
    <div className={styles.progress}>
      {run?.state === 'running' && <ProgressBar done={run.done} total={run.total} label={t('export.progress')} />}
      <div role="status">
        {run?.state === 'running' && (
          <p className="numeric">
            {run.total === 0
              ? t('export.runningWork')
              : t('export.running', { count: run.total, done: numberText(run.done), total: numberText(run.total) })}
          </p>
        )}
        {run?.state === 'done' && (
          <>
            <p className={styles.good}>
              <Check size={16} strokeWidth={2} aria-hidden />
              <span>{t('export.done', { name: run.name })}</span>
            </p>
            {said.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </>
        )}
        {run?.state === 'stopped' && <p>{t('export.stopped')}</p>}
      </div>
    </div>
  )
}
