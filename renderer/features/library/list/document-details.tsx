import type { DocumentRecord, Gap, WebOrigin } from '@shared/documents'
import { failureInChinese } from '@shared/failures/failure-in-chinese'
import { wantsPassword } from '@shared/errors'
import { type PageUnit, pageUnit } from '@shared/session/page-unit'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { openOutside as openAddress, useConnection } from '@renderer/state/connection'
import { nearDocuments, readContent, retryDocuments, useLibrary } from '@renderer/state/library/library-store'
import { Button } from '@renderer/ui/controls/button'
import { useFetched } from '@renderer/ui/feedback/use-fetched'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { collectionName, FileName } from '@renderer/ui/documents/file-name'
import { SafeLink } from '@renderer/ui/documents/safe-link'
import { safeName } from '@renderer/ui/text/safe-name'
import { listText, numberText, sizeText } from '@renderer/ui/text/figure-text'
import styles from './document-details.module.css'
import { writtenDate } from './columns/date-cells'
import { Beginning } from './document-preview'
import { documentMenuItems } from './document-menu-items'
import { openDialog } from '../dialogs/library-dialog'
import { pageRanges } from '../library-texts'
import type { TableActs } from './use-table-state'

interface DocumentDetailsProps {
  readonly record: DocumentRecord
  readonly acts: TableActs
}

/** All facts of a document, and the actions for it. */
export function DocumentDetails({ record, acts }: DocumentDetailsProps) {
  const { t, i18n } = useTranslation('library')
  const { id, source, content_hash, byte_size, char_count, chunk_count, error, gaps, collection, tags, from_web } =
    record
  const pages = usePageCount(record)
  const content = [
    pages === null ? '' : t('row.pages', { count: pages, number: numberText(pages) }),
    char_count > 0 ? t('row.characters', { count: char_count, number: numberText(char_count) }) : '',
    char_count > 0 ? t('row.chunks', { count: chunk_count, number: numberText(chunk_count) }) : '',
    byte_size > 0 ? sizeText(byte_size, i18n.language) : '',
  ].filter((part) => part !== '')
  return (
    <div role="row" className={styles.details}>
      <div role="gridcell" className={styles.inner}>
        {error && wantsPassword(error) ? (
          <ErrorNote
            error={error}
            onRetry={() => openDialog({ kind: 'password', id, name: record.name })}
            retryText={t('act.password')}
          />
        ) : (
          error && <ErrorNote error={error} onRetry={() => void retryDocuments([id])} />
        )}
        {gaps.length > 0 && <GapList gaps={gaps} unit={pageUnit(record.format)} />}
        {record.live && <Beginning record={record} />}
        <dl className={styles.facts}>
          {from_web ? (
            <FromWeb web={from_web} />
          ) : (
            <Fact name={t('details.source')}>
              <bdi className={styles.path}>{safeName(source)}</bdi>
            </Fact>
          )}
          {content.length > 0 && <Fact name={t('details.content')}>{content.join(' · ')}</Fact>}
          <Fact name={t('details.collection')}>
            <bdi>{collectionName(collection)}</bdi>
          </Fact>
          {tags.length > 0 && (
            <Fact name={t('details.tags')}>
              <bdi>{listText(tags.map(safeName))}</bdi>
            </Fact>
          )}
          <Origin record={record} acts={acts} />
          {record.updated_at - record.created_at > 60_000 && (
            <Fact name={t('details.updated')}>{dateText(record.updated_at, i18n.language)}</Fact>
          )}
          {content_hash !== '' && (
            <Fact name={t('details.hash')}>
              <code title={content_hash}>{content_hash.slice(0, 12)}</code>
            </Fact>
          )}
          <Twin record={record} acts={acts} />
          <NearOnes record={record} acts={acts} />
        </dl>
        <DetailActs record={record} />
      </div>
    </div>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd className="numeric">{children}</dd>
    </div>
  )
}

/** Where a document is from: the file it came in, what it holds itself, who wrote it, and the dates that are known. */
function Origin({ record, acts }: DocumentDetailsProps) {
  const { t, i18n } = useTranslation('library')
  const { member_count, authors, written_at, modified_at, created_at } = record
  const date = (time: number) => dateText(time, i18n.language)
  const holds = member_count ?? 0
  return (
    <>
      <OtherDocument id={record.part_of?.document ?? null} label={t('details.partOf')} acts={acts} />
      {holds > 0 && (
        <Fact name={t('details.holds')}>{t('details.holdsCount', { count: holds, number: numberText(holds) })}</Fact>
      )}
      {authors.length > 0 && (
        <Fact name={t('details.authors')}>
          <bdi>{listText(authors.map(safeName))}</bdi>
        </Fact>
      )}
      {written_at !== null && <Fact name={t('details.dated')}>{writtenDate(written_at, i18n.language)}</Fact>}
      {modified_at !== null && <Fact name={t('details.modified')}>{date(modified_at)}</Fact>}
      <Fact name={t('details.added')}>{date(created_at)}</Fact>
    </>
  )
}

/** The page that was read, and when it was fetched last. */
function FromWeb({ web: { address, fetched_at } }: { readonly web: WebOrigin }) {
  const { t, i18n } = useTranslation('library')
  return (
    <>
      <Fact name={t('details.source')}>
        <bdi className={styles.path}>
          <SafeLink href={address} openOutside={openAddress}>
            {safeName(address)}
          </SafeLink>
        </bdi>
      </Fact>
      <Fact name={t('details.fetched')}>{dateText(fetched_at, i18n.language)}</Fact>
    </>
  )
}

function dateText(time: number, language: string): string {
  return new Date(time).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })
}

function Twin({ record, acts }: DocumentDetailsProps) {
  const { t } = useTranslation('library')
  return <OtherDocument id={record.duplicate_of} label={t('details.duplicate')} acts={acts} />
}

interface OtherDocumentProps extends Pick<DocumentDetailsProps, 'acts'> {
  readonly id: string | null
  readonly label: string
}

/** Another document by its name, which leads to it; nothing where it is not there (any more). */
function OtherDocument({ id, label, acts }: OtherDocumentProps) {
  const name = useLibrary((state) => (id === null ? undefined : state.documents.get(id)?.name))
  if (id === null || name === undefined) return null
  return (
    <Fact name={label}>
      <button type="button" className={styles.link} onClick={() => acts.show(id)}>
        <FileName name={name} />
      </button>
    </Fact>
  )
}

/** The documents that are nearly the same, but for the one whose content is the same. */
function NearOnes({ record, acts }: DocumentDetailsProps) {
  const { t } = useTranslation('library')
  const group = useLibrary(({ documents }) => nearDocuments(documents, record.id))
  const others = group.filter(({ id }) => id !== record.id && id !== record.duplicate_of)
  if (others.length === 0) return null
  return (
    <Fact name={t('details.near')}>
      {others.slice(0, mostNamed).map(({ id, name }) => (
        <button key={id} type="button" className={styles.link} onClick={() => acts.show(id)}>
          <FileName name={name} />
        </button>
      ))}
      {others.length > mostNamed && ` +${others.length - mostNamed}`}
    </Fact>
  )
}

const mostNamed = 8

function DetailActs({ record }: Pick<DocumentDetailsProps, 'record'>) {
  const { t } = useTranslation('library')
  const native = useConnection((state) => state.shell?.native_files ?? false)
  const items = documentMenuItems([record], { t, native }).filter(({ id }) => id !== 'retry' && id !== 'delete')
  return (
    <div className={styles.acts}>
      {items.map(({ id, text, icon, disabled, run }) => (
        <Button
          key={id}
          size="small"
          look={id === 'open' || id === 'ask' ? 'plain' : 'quiet'}
          icon={icon}
          disabled={disabled}
          onClick={run}
        >
          {text}
        </Button>
      ))}
    </div>
  )
}

/** Pages of a PDF; null for what has none, and until it is known. */
function usePageCount({ id, format, live }: DocumentRecord): number | null {
  const key = format === 'pdf' && live ? `${id} ${live.revision}` : null
  // Where this fails the details say one thing less; opening the document tells what is wrong.
  const { value } = useFetched(key, () => readContent(id, { start: 0, end: 0 }))
  return value && value.structure.pages.length > 0 ? value.structure.pages.length : null
}

/** The parts of a document that could not be read. */
function GapList({ gaps, unit }: { readonly gaps: readonly Gap[]; readonly unit: PageUnit }) {
  const { t, i18n } = useTranslation('library')
  return (
    <div className={styles.gaps}>
      <p className={styles.gapsTitle}>{t('details.gaps')}</p>
      <ul>
        {gaps.map((gap, at) => {
          const pages = pageRanges(gap.pages ?? [])
          const own = i18n.language === 'en' ? gap.detail : failureInChinese(gap.detail)
          return (
            <li key={at} className="numeric" title={safeName(own ?? gap.detail)}>
              {own === undefined ? t(`gap.${gap.kind}`) : safeName(own)}{' '}
              {own === undefined && <span lang="en">{safeName(gap.detail)} </span>}
              {pages !== '' && (
                <span className={styles.faint}>
                  {t(unit === 'slide' ? 'details.slides' : 'details.pages', { pages })}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
