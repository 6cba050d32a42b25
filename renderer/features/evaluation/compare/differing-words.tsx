import { useTranslation } from 'react-i18next'
import type { QuestionResult } from '@shared/evaluation/evaluation-run'
import { fromFirstDifference } from '@shared/excerpts/where-texts-differ'
import { plainLines } from '@renderer/ui/text/markdown/plain-markdown'
import { withoutOverrides } from '@renderer/ui/text/safe-name'
import { Faults } from '../run/answer-of-run'
import styles from '../evaluation.module.css'

interface DifferingWordsProps {
  readonly first: QuestionResult
  readonly second: QuestionResult
}

/** Two answers from a little before they part, so that what changed is seen before either is read. */
export function DifferingWords({ first, second }: DifferingWordsProps) {
  const { t } = useTranslation('evaluation')
  const [one, other] = [wordsOf(first), wordsOf(second)]
  const isSame = one === other
  if (isSame && first.passed && second.passed) return <p className={styles.differing}>{t('sameWords')}</p>
  const parts = isSame ? [t('sameText'), t('sameText')] : fromFirstDifference(one, other)
  const sides = [
    { place: t('first'), result: first, text: parts[0] },
    { place: t('second'), result: second, text: parts[1] },
  ]
  return (
    <dl className={styles.differing}>
      {sides.map(({ place, result, text }) => (
        <div key={place}>
          <dt>{place}</dt>
          <dd>
            <Faults result={result} />
            <bdi className={styles.twoLines}>{text || t('noAnswer')}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** On one line: a difference below a long list would else be out of sight. */
function wordsOf({ answer }: QuestionResult): string {
  return withoutOverrides(plainLines(answer?.response ?? ''))
    .replaceAll(/\s+/gu, ' ')
    .trim()
}
