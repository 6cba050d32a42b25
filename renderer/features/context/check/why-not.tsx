import type { Attribution } from '@shared/session/replay'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { mostExpected, typeExpected, whyNot } from '@renderer/state/chat/turns/answer-checks'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { Button } from '@renderer/ui/controls/button'
import { TextArea } from '@renderer/ui/controls/text-field'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import styles from './answer-check.module.css'
import { useAsked } from './use-asked'
import { WhyNotResult } from './why-not-result'

interface WhyNotProps {
  readonly turn: Turn
  readonly expected: string
}

/** Takes the words that an answer was expected to say, and shows the step at which they were lost. */
export function WhyNot({ turn, expected }: WhyNotProps) {
  const { t } = useTranslation('context')
  const form = useRef<HTMLFormElement>(null)
  const { running, value, error, ask } = useAsked<Attribution>()
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const words = expected.trim()
  const find = () => {
    if (words !== '' && !running) void ask((signal) => whyNot(turn, words, signal))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    find()
  }
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        find()
      }}
      className={styles.form}
    >
      <TextArea
        label={t('check.expected')}
        prose
        hint={t('check.expectedText')}
        rows={2}
        maxLength={mostExpected}
        dir="auto"
        value={expected}
        onChange={(event) => typeExpected(event.target.value)}
        onKeyDown={press}
      />
      <div className={styles.parts}>
        <Button type="submit" size="small" icon={Search} disabled={words === '' || running}>
          {t('check.find')}
        </Button>
      </div>
      {running && <Skeleton lines={3} label={t('check.looking')} />}
      {error && <ErrorNote error={error} title={t('check.whyNotFailed')} nothingLost onRetry={find} />}
      <div aria-live="polite">{value && <WhyNotResult found={value} />}</div>
    </form>
  )
}
