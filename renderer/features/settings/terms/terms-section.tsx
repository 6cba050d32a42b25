import type { OwnTerm } from '@shared/terms'
import { Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { notify } from '@renderer/state/window/notices'
import { readOwnTerms, saveOwnTerms, useOwnTerms } from '@renderer/state/own-terms'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { IconButton } from '@renderer/ui/controls/button'
import { numberText } from '@renderer/ui/text/figure-text'
import styles from './terms.module.css'
import { draftOf } from './term-draft'
import { TermForm } from './term-form'
import { TermLookupField } from './term-lookup'

const empty = { english: '', chinese: '' }

/** The user's own rows of the bilingual term table, and what the whole table knows. */
export function TermsSection() {
  const { t } = useTranslation('settings')
  const open = useConnection((state) => state.status === 'open')
  const { list, error } = useOwnTerms()
  const [edited, setEdited] = useState<string | null>(null)
  useEffect(() => {
    if (open) void readOwnTerms()
  }, [open])
  const own = list?.own ?? []
  return (
    <>
      <p className={styles.intro}>{t('terms.intro', { shipped: numberText(list?.shipped ?? 0) })}</p>
      <TermLookupField version={JSON.stringify(own)} />
      {error && <ErrorNote error={error} nothingLost onRetry={() => void readOwnTerms()} />}
      {own.length > 0 && <OwnTerms own={own} edited={edited} onEdit={setEdited} />}
      {list && (
        <TermForm
          start={empty}
          others={own}
          submitText={t('terms.add')}
          onSubmit={(row) => saveOwnTerms([...own, row])}
        />
      )}
    </>
  )
}

interface OwnTermsProps {
  readonly own: readonly OwnTerm[]
  /** The English term of the row that is a form now. */
  readonly edited: string | null
  readonly onEdit: (english: string | null) => void
}

function OwnTerms({ own, edited, onEdit }: OwnTermsProps) {
  const { t } = useTranslation('settings')
  const table = useRef<HTMLTableElement>(null)
  const without = (english: string) => own.filter((row) => row.english !== english)
  const remove = async (row: OwnTerm) => {
    if (!(await saveOwnTerms(without(row.english)))) return
    table.current?.focus()
    notify({
      key: 'settings:terms.removed',
      values: { term: row.english },
      action: { key: 'app:undo', run: () => void putBack(row) },
    })
  }
  const replace = async (row: OwnTerm, next: OwnTerm) => {
    const kept = await saveOwnTerms(own.map((one) => (one.english === row.english ? next : one)))
    if (kept) onEdit(null)
    return kept
  }
  return (
    <table ref={table} className={styles.table} tabIndex={-1}>
      <caption className="unseen">{t('terms.own')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('terms.english')}</th>
          <th scope="col">{t('terms.chinese')}</th>
          <th scope="col">
            <span className="unseen">{t('terms.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {own.map((row) =>
          edited === row.english ? (
            <tr key={row.english}>
              <td colSpan={3}>
                <TermForm
                  start={draftOf(row)}
                  others={without(row.english)}
                  submitText={t('terms.save')}
                  onCancel={() => onEdit(null)}
                  onSubmit={(next) => replace(row, next)}
                />
              </td>
            </tr>
          ) : (
            <TermRow key={row.english} row={row} onEdit={() => onEdit(row.english)} onRemove={() => void remove(row)} />
          ),
        )}
      </tbody>
    </table>
  )
}

interface TermRowProps {
  readonly row: OwnTerm
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function TermRow({ row, onEdit, onRemove }: TermRowProps) {
  const { t } = useTranslation('settings')
  return (
    <tr>
      <td>{row.english}</td>
      <td lang="zh">{row.chinese.join('，')}</td>
      <td className={styles.actions}>
        <IconButton icon={Pencil} label={t('terms.edit', { term: row.english })} onClick={onEdit} />
        <IconButton icon={Trash2} label={t('terms.remove', { term: row.english })} onClick={onRemove} />
      </td>
    </tr>
  )
}

/** Undoing adds to the rows as they are by then. */
async function putBack(row: OwnTerm): Promise<void> {
  const own = useOwnTerms.getState().list?.own ?? []
  if (own.every(({ english }) => english.toLowerCase() !== row.english.toLowerCase())) await saveOwnTerms([...own, row])
}
