import type { FolderState } from '@shared/folders/folder-shapes'
import { useTranslation } from 'react-i18next'
import { changeFolder } from '@renderer/state/library/folders'
import { Button } from '@renderer/ui/controls/button'
import rows from '@renderer/ui/rows.module.css'
import styles from './folders.module.css'
import { RulesFields, useRulesDraft } from './rules-fields'

/** The rules of a folder, folded until somebody wants them. */
export function FolderRulesForm({ folder: { id, rules } }: { readonly folder: FolderState }) {
  const { t } = useTranslation('settings')
  const fields = useRulesDraft(rules)
  const { read, isSame, set } = fields
  return (
    <details className={rows.folded}>
      <summary>{t('folders.rules.title')}</summary>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!read) return
          set(read)
          void changeFolder(id, { rules: read })
        }}
      >
        <RulesFields {...fields} />
        <div>
          <Button type="submit" size="small" disabled={!read || isSame}>
            {t('folders.rules.save')}
          </Button>
        </div>
      </form>
    </details>
  )
}
