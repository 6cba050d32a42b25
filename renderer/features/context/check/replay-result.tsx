import { isMarkdown } from '@shared/documents'
import { onlyIn, type Outcome, type ReplayMode, sameness, type TurnReplay } from '@shared/session/replay'
import { useTranslation } from 'react-i18next'
import { useLibrary } from '@renderer/state/library/library-store'
import { FileName } from '@renderer/ui/documents/file-name'
import { classes } from '@renderer/ui/classes'
import { durationText } from '@renderer/ui/text/figure-text'
import { textLanguage } from '@renderer/ui/text/text-language'
import { plainLines, plainMarkdown } from '@renderer/ui/text/markdown/plain-markdown'
import { withoutOverrides } from '@renderer/ui/text/safe-name'
import styles from './answer-check.module.css'

interface ReplayResultProps {
  readonly replay: TurnReplay
  readonly wanted: ReplayMode
}

/** The recorded answer and the one made now, sentence by sentence, with the passages that only one of them rests on. */
export function ReplayResult({ replay, wanted }: ReplayResultProps) {
  const { t } = useTranslation('context')
  const { mode, recorded, replayed, caveats } = replay
  return (
    <div className={styles.result}>
      <p className={styles.verdict}>{t(`check.same.${sameness(replay)}`)}</p>
      {mode !== wanted && <p className={styles.hint}>{t('check.askedAgain')}</p>}
      {caveats.length > 0 && (
        <ul className={styles.caveats}>
          {caveats.map((caveat) => (
            <li key={caveat}>{t(`check.caveat.${caveat}`)}</li>
          ))}
        </ul>
      )}
      {!replay.same_answer && <AnswerDifference diff={replay.diff} />}
      <SourceList title={t('check.onlyThen')} sources={onlyIn(recorded, replayed)} />
      <SourceList title={t('check.onlyNow')} sources={onlyIn(replayed, recorded)} />
      <p className={classes(styles.hint, 'numeric')}>
        {t('check.times', { then: durationText(recorded.ms), now: durationText(replayed.ms) })}
      </p>
    </div>
  )
}

/** Beside the colours, signs say what went and what came; screen readers hear it before each part. */
function AnswerDifference({ diff }: Pick<TurnReplay, 'diff'>) {
  const { t } = useTranslation('context')
  return (
    <div className={styles.diff} role="group" aria-label={t('check.difference')} dir="auto">
      {diff.map(({ kind, text }, at) => {
        const shown = withoutOverrides(plainLines(text).trim())
        if (shown === '') return null
        if (kind === 'same') return <p key={at}>{shown}</p>
        const Part = kind === 'added' ? 'ins' : 'del'
        return (
          <p key={at} className={styles[kind]} lang={textLanguage(shown)}>
            <span className="unseen">{t(`check.${kind}`)}</span>
            <span aria-hidden>{kind === 'added' ? '+' : '−'}</span>
            <Part>{shown}</Part>
          </p>
        )
      })}
    </div>
  )
}

interface SourceListProps {
  readonly title: string
  readonly sources: Outcome['evidence']
}

function SourceList({ title, sources }: SourceListProps) {
  if (sources.length === 0) return null
  return (
    <section aria-label={title}>
      <h4 className={styles.small}>{title}</h4>
      <ul className={styles.sources}>
        {sources.map((source, at) => (
          <SourceRow key={at} source={source} />
        ))}
      </ul>
    </section>
  )
}

function SourceRow({ source }: { readonly source: Outcome['evidence'][number] }) {
  const { document_title: name, place, text } = source
  const id = place.slice(0, place.lastIndexOf(':'))
  const format = useLibrary(({ documents }) => documents.get(id)?.format ?? '')
  const shown = isMarkdown(format) ? plainMarkdown(text).text : text
  return (
    <li>
      <FileName name={name} />
      <p className={styles.quote} dir="auto" lang={textLanguage(shown)}>
        {withoutOverrides(shown)}
      </p>
    </li>
  )
}
