import { useTranslation } from 'react-i18next'
import type { RunConditions } from '@shared/evaluation/evaluation-run'
import { safeName } from '@renderer/ui/text/safe-name'
import { listText } from '@renderer/ui/text/figure-text'
import styles from '../evaluation.module.css'

/** What a run was asked with and of, in words. */
export function ConditionsLine({ conditions }: { readonly conditions: RunConditions }) {
  const { t } = useTranslation(['evaluation', 'settings'])
  const { cairn, retrieval, models, library, filter } = conditions
  const parts = [
    `Cairn ${cairn}`,
    models.language === null ? t('noModel') : safeName(models.language),
    t('conditions.embedder', { name: safeName(models.embedder) }),
    models.reranker === null ? '' : t('conditions.reranker', { name: safeName(models.reranker) }),
    models.reader === null ? '' : t('conditions.reader', { name: safeName(models.reader) }),
    t('conditions.library', { count: library.documents, version: library.version.slice(0, 6) }),
    t('conditions.passages', { count: retrieval.passages }),
    t('conditions.languages', { value: retrieval.cross_language ? t('on') : t('off') }),
    t('conditions.graph', { value: t(`settings:answers.graphMode.${retrieval.graph}`) }),
    // The usual is not told.
    retrieval.ask_back ? '' : t('conditions.askBack', { value: t('off') }),
    filter?.collections ? t('conditions.collection', { name: safeName(listText(filter.collections)) }) : '',
  ]
  return <p className={styles.facts}>{parts.filter((part) => part !== '').join(' · ')}</p>
}
