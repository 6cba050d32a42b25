import { FolderRules } from '@shared/folders/folder-shapes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
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

/** What somebody is writing into the fields: `read` what it means, null where it means nothing. */
export function useRulesDraft(rules: FolderRules) {
  const [draft, setDraft] = useState(() => draftOf(rules))
  return {
    draft,
    read: readRules(draft),
    change: (part: Partial<RulesDraft>) => setDraft({ ...draft, ...part }),
    set: (next: FolderRules) => setDraft(draftOf(next)),
    isSame: JSON.stringify(draft) === JSON.stringify(draftOf(rules)),
  }
}

/** What a folder leaves out, as fields; a sentence where they mean nothing. */
export function RulesFields({ draft, read, change }: ReturnType<typeof useRulesDraft>) {
  const { t } = useTranslation('settings')
  const field = (name: keyof RulesDraft) => ({
    value: draft[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => change({ [name]: target.value }),
  })
  return (
    <>
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
        <p role="alert" className={rows.problem}>
          {t('folders.rules.wrong')}
        </p>
      )}
    </>
  )
}
