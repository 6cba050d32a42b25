import { useTranslation } from 'react-i18next'
import type { ConditionChange } from '@shared/evaluation/condition-changes'
import type { RunComparison } from '@shared/evaluation/run-comparison'
import { GraphMode } from '@shared/settings'
import { listText } from '@renderer/ui/text/figure-text'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from '../evaluation.module.css'

/** What two runs were asked with and of otherwise, with both values. */
export function DifferingConditions({ differs, changes }: Pick<RunComparison, 'differs' | 'changes'>) {
  const { t } = useTranslation('evaluation')
  const textOf = useChangeText()
  if (differs.length === 0) return null
  const parts = differs.map((what) => {
    const values = changes.filter(({ of }) => of === what).map(textOf)
    return values.length === 0
      ? t(`differ.${what}`)
      : t('differsBy', { what: t(`differ.${what}`), values: listText(values) })
  })
  return <p className={styles.notice}>{t('differs', { what: listText(parts) })}</p>
}

function useChangeText(): (change: ConditionChange) => string {
  const { t } = useTranslation(['evaluation', 'settings'])
  const names: Readonly<Record<string, string>> = {
    passages: t('passages'),
    cross_language: t('languages'),
    ask_back: t('settings:answers.askBack'),
    earlier_chats: t('settings:answers.earlierChats'),
    graph: t('graph'),
    language: t('model'),
    embedder: t('differName.embedder'),
    reranker: t('differName.reranker'),
    reader: t('differName.reader'),
    documents: t('differName.documents'),
    version: t('differName.version'),
    collections: t('differName.collections'),
  }
  const valueText = ({ of, name }: ConditionChange, value: ConditionChange['first']) => {
    if (value === null) return '–'
    if (typeof value === 'boolean') return value ? t('on') : t('off')
    const mode = of === 'settings' && name === 'graph' ? GraphMode.safeParse(value).data : undefined
    return mode ? t(`settings:answers.graphMode.${mode}`) : safeName(String(value))
  }
  return (change) => {
    const values = [change.first, change.second].map((value) => valueText(change, value)).join(' → ')
    // The version of Cairn is named by what differs already.
    return change.of === 'cairn' ? values : `${names[change.name] ?? change.name} ${values}`
  }
}
