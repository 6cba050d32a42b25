import { FolderRules, type FolderState } from '@shared/folders/folder-shapes'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeFolder } from '@renderer/state/library/folders'
import { Button } from '@renderer/ui/controls/button'
import { TextArea, TextField } from '@renderer/ui/controls/text-field'
import rows from '@renderer/ui/rows.module.css'
import styles from './folders.module.css'

interface RulesDraft {
  readonly ignore: string
  readonly kinds: string
  readonly max_mb: string
  readonly depth: string
}

/** What the fields mean; null where one of them means nothing. */
export function readRules({ ignore, kinds, max_mb, depth }: RulesDraft): FolderRules | null {
  const named = kinds
    .split(/[\s,，、]+/u)
    .map((kind) => kind.toLowerCase().replace(/^\*?\./u, ''))
    .filter((kind) => kind !== '')
  return FolderRules.safeParse({ ignore, kinds: named, max_mb: Number(max_mb), depth: Number(depth) }).data ?? null
}

function draftOf({ ignore, kinds, max_mb, depth }: FolderRules): RulesDraft {
  return { ignore, kinds: kinds.join(', '), max_mb: String(max_mb), depth: String(depth) }
}

/** The rules of a folder, folded until somebody wants them. */
export function FolderRulesForm({ folder: { id, rules } }: { readonly folder: FolderState }) {
  const { t } = useTranslation('settings')
  const problemId = useId()
  const [draft, setDraft] = useState(() => draftOf(rules))
  const read = readRules(draft)
  const isSame = JSON.stringify(draft) === JSON.stringify(draftOf(rules))
  const field = (name: keyof RulesDraft) => ({
    value: draft[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setDraft({ ...draft, [name]: target.value }),
  })
  return (
    <details className={rows.folded}>
      <summary>{t('folders.rules.title')}</summary>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!read) return
          setDraft(draftOf(read))
          void changeFolder(id, { rules: read })
        }}
      >
        <TextArea
          label={t('folders.rules.ignore')}
          hint={t('folders.rules.ignoreHint')}
          placeholder={'drafts/\n*.bak'}
          rows={3}
          {...field('ignore')}
        />
        <TextField
          label={t('folders.rules.kinds')}
          hint={t('folders.rules.kindsHint')}
          placeholder="pdf, docx, md"
          {...field('kinds')}
        />
        <div className={styles.pair}>
          <TextField label={t('folders.rules.size')} inputMode="decimal" {...field('max_mb')} />
          <TextField label={t('folders.rules.depth')} inputMode="numeric" {...field('depth')} />
        </div>
        {!read && (
          <p id={problemId} role="alert" className={rows.problem}>
            {t('folders.rules.wrong')}
          </p>
        )}
        <div>
          <Button type="submit" size="small" disabled={!read || isSame}>
            {t('folders.rules.save')}
          </Button>
        </div>
      </form>
    </details>
  )
}
