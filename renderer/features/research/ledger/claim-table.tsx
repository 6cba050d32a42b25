import { ArrowDown, ArrowUp } from 'lucide-react'
import { use, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '@renderer/ui/classes'
import { Button } from '@renderer/ui/controls/button'
import { Badge } from '@renderer/ui/controls/labels'
import { FileName } from '@renderer/ui/documents/file-name'
import { withoutOverrides } from '@renderer/ui/text/safe-name'
import { textLanguage } from '@renderer/ui/text/text-language'
import { FileNoticeLine } from '@renderer/answer/file-notice-line'
import { Marks, openRef, SourcesContext } from '../report/report-sentences'
import { type ClaimRow, sortedRows, sortKeys, type Sorting, type SortKey } from './claim-rows'
import styles from './ledger.module.css'

/** Rows that are drawn at once; more at a press. */
const atOnce = 200

/** Every claim with what speaks for and against it. Heads of columns sort; a claim opens its first passage. */
export function ClaimTable({ rows }: { readonly rows: readonly ClaimRow[] }) {
  const { t } = useTranslation('research')
  const [sorting, setSorting] = useState<Sorting>({ key: 'task', falling: false })
  const [most, setMost] = useState(atOnce)
  const sorted = useMemo(() => sortedRows(rows, sorting), [rows, sorting])
  // Where nothing contradicts anything, a column of dashes would only take room from the findings.
  const hasConflicts = rows.some(({ conflict }) => conflict !== 'none')
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div className={styles.scroll} role="region" aria-label={t('ledger.claims')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {sortKeys
                .filter((key) => hasConflicts || key !== 'conflict')
                .map((key) => (
                  <SortHead key={key} name={key} sorting={sorting} onSort={setSorting} />
                ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, most).map((row) => (
              <ClaimLine key={row.claim.id} row={row} hasConflicts={hasConflicts} />
            ))}
          </tbody>
        </table>
      </div>
      {sorted.length > most && (
        <Button className={styles.more} onClick={() => setMost(most + atOnce)}>
          {t('ledger.showMore', { count: sorted.length - most })}
        </Button>
      )}
    </>
  )
}

interface SortHeadProps {
  readonly name: SortKey
  readonly sorting: Sorting
  readonly onSort: (sorting: Sorting) => void
}

/** Support and conflicts are looked for from the most on. */
const fallsFirst: ReadonlySet<SortKey> = new Set(['support', 'conflict'])

function SortHead({ name, sorting: { key, falling }, onSort }: SortHeadProps) {
  const { t } = useTranslation('research')
  const isSorted = key === name
  const Arrow = falling ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      className={name === 'claim' || name === 'support' ? styles[name] : undefined}
      aria-sort={isSorted ? (falling ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        className={classes(styles.sort, isSorted && styles.sorted)}
        onClick={() => onSort({ key: name, falling: isSorted ? !falling : fallsFirst.has(name) })}
      >
        {t(`ledger.columns.${name}`)}
        {isSorted && <Arrow size={12} strokeWidth={2} aria-hidden />}
      </button>
    </th>
  )
}

interface ClaimLineProps {
  readonly row: ClaimRow
  readonly hasConflicts: boolean
}

function ClaimLine({ row, hasConflicts }: ClaimLineProps) {
  const { claim, task, refs, against, source, documentId, conflict } = row
  const { t, i18n } = useTranslation('research')
  const sources = use(SourcesContext)
  const [first] = refs
  const text = withoutOverrides(claim.text)
  return (
    <tr>
      <td className={styles.figure}>{task > 0 ? task : '–'}</td>
      <td lang={textLanguage(claim.text)}>
        {first ? (
          <button
            type="button"
            className={styles.claimText}
            onClick={(event) => openRef(sources, first, event.detail === 0)}
          >
            {text}
          </button>
        ) : (
          text
        )}
        {claim.wording === 'written' && (
          <span className={styles.quiet} lang={i18n.language}>
            {' '}
            ({t('ledger.written')})
          </span>
        )}
      </td>
      <td className={classes(styles.figure, styles.support)}>{t('ledger.support', { count: refs.length })}</td>
      <td>
        <span className={styles.source}>
          <Marks refs={refs} />
          {source !== '' && <FileName name={source} className={styles.sourceName} />}
          <FileNoticeLine documentId={documentId} />
        </span>
      </td>
      <td className={styles.figure}>{claim.date ?? '–'}</td>
      {hasConflicts && (
        <td>
          {conflict === 'none' ? (
            <span className={styles.quiet}>–</span>
          ) : (
            <Badge meaning={conflict === 'time' ? 'plain' : 'shortcut'}>{t(`ledger.conflict.${conflict}`)}</Badge>
          )}
          <Marks refs={against} />
        </td>
      )}
    </tr>
  )
}
