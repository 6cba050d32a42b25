import { type ErrorReport, toCairnError } from '@shared/errors'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allowHost, fetchPage, type HostQuestion, type WantedPage } from '@renderer/state/library/adding/wanted-page'
import { Button } from '@renderer/ui/controls/button'
import { CheckBox } from '@renderer/ui/controls/check-box'
import { Dialog } from '@renderer/ui/controls/dialog'
import { TextField } from '@renderer/ui/controls/text-field'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { safeName } from '@renderer/ui/text/safe-name'
import { closeDialog } from '../dialogs/library-dialog'
import styles from '../dialogs/library-dialog.module.css'
import { targetCollection } from './use-adding'

interface PageDialogProps {
  readonly address: string
  /** The document whose page is fetched again; absent for a new one. */
  readonly id?: string | undefined
  /** What was asked already. */
  readonly question?: HostQuestion | undefined
}

/** Asks for a web address, then for every host that has to be reached, and stays until the page is there. */
export function PageDialog(props: PageDialogProps) {
  const { t } = useTranslation(['library', 'app'])
  const { address, change, question, error, isFetching, always, setAlways, submit } = usePageFetch(props)
  const isReady = address.trim() !== '' && !isFetching
  return (
    <Dialog title={t(props.id === undefined ? 'page.title' : 'page.refreshTitle')} onClose={closeDialog}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) void submit()
        }}
      >
        <TextField
          label={t('page.field')}
          hint={t('page.hint')}
          placeholder="https://example.org/page"
          inputMode="url"
          maxLength={2000}
          readOnly={props.id !== undefined}
          value={address}
          onChange={(event) => change(event.target.value)}
        />
        {question && <Consent question={question} always={always} setAlways={setAlways} />}
        {error && <ErrorNote error={error} />}
        <div className={styles.buttons}>
          <Button onClick={closeDialog}>{t('app:cancel')}</Button>
          <Button type="submit" look="primary" disabled={!isReady}>
            {isFetching ? t('page.fetching') : question ? t('page.allow') : t('page.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface ConsentProps {
  readonly question: HostQuestion
  readonly always: boolean
  readonly setAlways: (always: boolean) => void
}

/** Which host is to be reached and what it learns, before it learns anything. */
function Consent({ question, always, setAlways }: ConsentProps) {
  const { t } = useTranslation('library')
  const host = safeName(question.host)
  return (
    <div className={styles.consent} role="alert">
      <p className={styles.consentTitle}>
        {question.from === null ? t('page.ask', { host }) : t('page.askOther', { host, from: safeName(question.from) })}
      </p>
      <p className={styles.hint}>{t('page.learns')}</p>
      <CheckBox checked={always} onChange={setAlways} label={t('page.always', { host })} />
    </div>
  )
}

/** What is typed, what the engine asks, and the fetching, which ends with the dialog. */
function usePageFetch({ address: given, id, question: asked }: PageDialogProps) {
  const [address, setAddress] = useState(given)
  const [question, setQuestion] = useState<HostQuestion | undefined>(asked)
  const [error, setError] = useState<ErrorReport | null>(null)
  const [isFetching, setFetching] = useState(false)
  const [always, setAlways] = useState(false)
  const allowed = useRef<string[]>([])
  /** Of the fetching that is under way. */
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const change = (text: string) => {
    stop.current?.abort()
    setFetching(false)
    setAddress(text)
    // What was allowed, was allowed for the other address.
    allowed.current = []
    setQuestion(undefined)
    setError(null)
  }
  const submit = async () => {
    const { signal } = (stop.current = new AbortController())
    const page: WantedPage = id === undefined ? { address, collection: targetCollection() } : { id, address }
    setFetching(true)
    setError(null)
    try {
      if (question && (!always || !(await allowHost(question.host)))) allowed.current.push(question.host)
      const next = await fetchPage(page, allowed.current, signal)
      if (signal.aborted) return
      if (!next) closeDialog()
      setQuestion(next)
      setAlways(false)
    } catch (thrown) {
      if (!signal.aborted) setError(toCairnError(thrown).report())
    } finally {
      if (!signal.aborted) setFetching(false)
    }
  }
  return { address, change, question, error, isFetching, always, setAlways, submit }
}
