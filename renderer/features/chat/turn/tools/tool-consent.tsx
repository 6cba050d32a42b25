import type { ToolRun } from '@shared/tools/tool-run'
import type { ConsentAnswer, ExternalToolInfo } from '@shared/tools/tool-server-shapes'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useChat } from '@renderer/state/chat/chat-store'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { knownTool, readKnownTools, useKnownTools } from '@renderer/state/tools/known-tools'
import {
  answerConsent,
  readToolConsents,
  setToolConsent,
  useAnsweredCalls,
  useToolConsents,
} from '@renderer/state/tools/tool-consents'
import { Button } from '@renderer/ui/controls/button'
import { safeName } from '@renderer/ui/text/safe-name'
import { ToolArguments } from './tool-arguments'
import styles from './tool-cards.module.css'

interface ToolConsentProps {
  readonly run: ToolRun
  readonly turn: Turn
}

const answers = ['once', 'chat', 'always', 'never'] as const satisfies readonly ConsentAnswer[]
const longestClaim = 400

/** What a tool of another program would be given, what that program says of it, and the choice whether it may run. */
export function ToolConsent({ run, turn }: ToolConsentProps) {
  const { t } = useTranslation('chat')
  const id = useId()
  const { server = '', tool, args, version } = run
  const known = useKnownTools(({ list }) => knownTool(list, server, tool))
  useEffect(() => {
    void readKnownTools()
    void readToolConsents()
  }, [])
  const names = { server: isolated(server), tool: isolated(tool) }
  return (
    <section className={styles.details} aria-labelledby={`${id}-ask`}>
      <p id={`${id}-ask`} className={styles.ask}>
        {t('tools.consent.ask')}
      </p>
      <dl className={styles.asked}>
        <div>
          <dt>{t('tools.consent.server')}</dt>
          <dd>
            <bdi>{safeName(server)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('tools.consent.tool')}</dt>
          <dd>
            <bdi>{safeName(tool)}</bdi>
          </dd>
        </div>
      </dl>
      <p className={styles.label}>{t('tools.consent.given')}</p>
      <ToolArguments args={args} server={server} />
      {known && known.fingerprint === version ? <Claims known={known} /> : null}
      <Choices run={run} turn={turn} names={names} />
    </section>
  )
}

/** What a server says of its tool: in a frame of its own, since none of it is known to be true. */
function Claims({ known: { description, hints } }: { readonly known: ExternalToolInfo }) {
  const { t } = useTranslation('chat')
  const claims = [
    hints.read_only === true && t('tools.consent.readOnly'),
    hints.read_only === false && t('tools.consent.changes'),
    hints.read_only !== true && hints.destructive === true && t('tools.consent.destructive'),
    hints.read_only !== true && hints.destructive === false && t('tools.consent.addsOnly'),
    hints.open_world === true && t('tools.consent.openWorld'),
  ].filter((claim) => claim !== false)
  return (
    <div className={styles.claims}>
      <p className={styles.label}>{t('tools.consent.claims')}</p>
      {description !== '' && <blockquote dir="auto">{safeName(shortened(description, longestClaim))}</blockquote>}
      <p>{claims.length > 0 ? claims.join(' ') : t('tools.consent.noClaims')}</p>
    </div>
  )
}

interface ChoicesProps extends ToolConsentProps {
  readonly names: { readonly server: string; readonly tool: string }
}

function Choices({ run, turn, names }: ChoicesProps) {
  const { t } = useTranslation('chat')
  const { server = '', tool } = run
  const isSent = useAnsweredCalls(({ sent }) => sent.has(run.call_id))
  const isNever = useToolConsents(
    ({ list }) => list?.some((one) => one.server === server && one.tool === tool && one.answer === 'never') ?? false,
  )
  const isAskedAgain = useChat(
    ({ sessions }) => sessions[turn.session_id]?.turns.some(({ replaces }) => replaces === turn.turn_id) ?? false,
  )
  if (isAskedAgain) return <p className={styles.note}>{t('tools.consent.askedAgain')}</p>
  if (isNever) {
    return (
      <Refused text={t('tools.consent.isNever', { replace: names })}>
        <Button size="small" onClick={() => void setToolConsent(server, tool, null)}>
          {t('tools.consent.forget')}
        </Button>
      </Refused>
    )
  }
  return (
    <div className={styles.choices} role="group" aria-label={t('tools.consent.choices')}>
      {answers.map((answer) => (
        <Button
          key={answer}
          size="small"
          look={answer === 'never' ? 'quiet' : 'plain'}
          disabled={isSent || turn.status === 'running'}
          title={t(`tools.consent.${answer}Title`)}
          onClick={() => void answerConsent(turn, run, answer)}
        >
          {t(`tools.consent.${answer}`)}
        </Button>
      ))}
    </div>
  )
}

/** Says that a tool never runs, and takes the focus where the button that refused it had it. */
function Refused({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const said = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) said.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={styles.choices}>
      <p ref={said} tabIndex={-1} role="status">
        {text}
      </p>
      {children}
    </div>
  )
}

/** A name within a sentence, which it cannot turn around. */
function isolated(name: string): string {
  return `\u2068${safeName(name)}\u2069`
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`
}
