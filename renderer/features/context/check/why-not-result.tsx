import { isMarkdown } from '@shared/documents'
import type { Attribution } from '@shared/session/replay'
import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLibrary } from '@renderer/state/library/library-store'
import { openDocument } from '@renderer/state/window/shown-document'
import { classes } from '@renderer/ui/classes'
import { Button } from '@renderer/ui/controls/button'
import { FileName } from '@renderer/ui/documents/file-name'
import { plainMarkdown } from '@renderer/ui/text/markdown/plain-markdown'
import { safeName, withoutOverrides } from '@renderer/ui/text/safe-name'
import { textLanguage } from '@renderer/ui/text/text-language'
import { useFigure } from '../blocks/prompt-figures'
import styles from './answer-check.module.css'
import { excerptOf, expectedRange, leftOutKey, lostAt } from './lost-words'

type Place = Attribution['evidence'][number]
type Told = NonNullable<Attribution['tools']>[number]

/** Whether the expected words were said, at which step they were lost, and every place they stand with its fate. */
export function WhyNotResult({ found }: { readonly found: Attribution }) {
  const { t } = useTranslation('context')
  const { verdict, evidence, expected, tools = [] } = found
  const step = lostAt[verdict]
  return (
    <div className={styles.result}>
      <p className={styles.verdict}>{t(`check.verdict.${verdict}`)}</p>
      {step !== null && <p className={styles.hint}>{t('check.lostAt', { step: t(`check.step.${step}`) })}</p>}
      {tools.map((tool, at) => (
        <ToolTold key={at} tool={tool} />
      ))}
      {evidence.length > 0 && (
        <ol className={styles.sources} aria-label={t('check.places')}>
          {evidence.map((place, at) => (
            <PlaceRow key={at} place={place} expected={expected} />
          ))}
        </ol>
      )}
    </div>
  )
}

function PlaceRow({ place, expected }: { readonly place: Place; readonly expected: string }) {
  const { t } = useTranslation('context')
  const figure = useFigure()
  const { passage, text, rank, document_title: title } = place
  // Another revision has other words there.
  const openable = useLibrary(
    ({ documents }) => passage !== null && documents.get(passage.document_id)?.live?.revision === passage.revision,
  )
  const fate = useFate(place)
  const format = useLibrary(({ documents }) => documents.get(passage?.document_id ?? '')?.format ?? '')
  const { before, words, after } = excerptOf(isMarkdown(format) ? plainMarkdown(text).text : text, expected)
  const range = expectedRange(text, expected)
  return (
    <li>
      <p className={styles.place}>
        <FileName name={title} className={styles.name} />
        {passage && openable && (
          <Button
            look="quiet"
            size="small"
            icon={FileText}
            title={t('openTitle')}
            aria-label={t('named', { replace: { act: t('open'), name: safeName(title) } })}
            onClick={({ detail }) => {
              const { document_id: id, start } = passage
              openDocument({ id, range: { start: start + range.start, end: start + range.end } }, detail === 0)
            }}
          >
            {t('open')}
          </Button>
        )}
      </p>
      <p className={classes(styles.fate, 'numeric')}>
        {rank === null ? fate : t('check.ranked', { replace: { rank: figure(rank), fate } })}
      </p>
      <p className={styles.quote} dir="auto" lang={textLanguage(before + words + after)}>
        {withoutOverrides(before)}
        {words !== '' && <mark>{withoutOverrides(words)}</mark>}
        {withoutOverrides(after)}
      </p>
    </li>
  )
}

/** What became of a place: it was in the prompt, was never found, or was left out, and why. */
function useFate({ left_out_by: by, evidence_id: id }: Place): string {
  const { t } = useTranslation('context')
  if (by === null) return t(id === null ? 'check.notFound' : 'check.inPrompt')
  const key = leftOutKey(by)
  return key === null ? t('dropped.other', { name: safeName(by) }) : t(key)
}

function ToolTold({ tool: { title, text, failed, rows, documents } }: { readonly tool: Told }) {
  const { t } = useTranslation('context')
  const values = { title: safeName(title), text: withoutOverrides(text) }
  const worked = (name: string | null, place: string | null) =>
    name === null ? t('check.workedOut') : [name, ...(place === null ? [] : [place])].join(', ')
  return (
    <div>
      <p dir="auto">{t(failed ? 'check.toolSilent' : 'check.toolSaid', { replace: values })}</p>
      <ul className={styles.sources}>
        {rows.map(({ cells, document_title: name, place }, at) => (
          <li key={at} dir="auto">
            {withoutOverrides(cells.join(' · '))} ({safeName(worked(name, place))})
          </li>
        ))}
        {rows.length === 0 &&
          documents.map((name) => (
            <li key={name}>
              <FileName name={name} />
            </li>
          ))}
      </ul>
    </div>
  )
}
