import type { DocumentRecord } from '@shared/documents'
import type { ListedDocuments as Listed } from '@shared/events'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLibrary } from '@renderer/state/library/library-store'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { openDocument } from '@renderer/state/window/shown-document'
import { Button } from '@renderer/ui/controls/button'
import { FileName } from '@renderer/ui/documents/file-name'
import { sizeText } from '@renderer/ui/text/figure-text'
import { isNameAgain, safeName } from '@renderer/ui/text/safe-name'
import { useErrorText } from '@renderer/ui/text/use-error-text'
import textStyles from '@renderer/answer/answer-text.module.css'
import styles from './listed-documents.module.css'

/** An answer from the catalogue: its words, and instead of the lines of its list the documents themselves, all of them. */
export function CatalogueAnswer({ turn, listed }: { readonly turn: Pick<Turn, 'response'>; readonly listed: Listed }) {
  const blocks = turn.response.split(/\n{2,}/u)
  const list = blocks.findIndex((block) => block.startsWith('- '))
  return (
    <div className={textStyles.text}>
      {blocks.slice(0, list === -1 ? blocks.length : list).map((block, at) => (
        <p key={at}>{block}</p>
      ))}
      <ListedDocuments listed={listed} from={0} />
    </div>
  )
}

interface ListedDocumentsProps {
  readonly listed: Listed
  /** The first group that is shown: those before it stand in the answer. */
  readonly from: number
}

/** Documents of an answer, each to open; those that the answer does not name are unfolded on demand. */
export function ListedDocuments({ listed, from }: ListedDocumentsProps) {
  const { t } = useTranslation('chat')
  const [unfolded, setUnfolded] = useState(false)
  const { groups, named, fact, left = 0 } = listed
  const shown = groups.slice(from, unfolded ? groups.length : named)
  const others = groups.slice(named).flat().length
  if (shown.length === 0 && others === 0) return null
  return (
    <div className={styles.listed}>
      {shown.length > 0 && (
        <ul aria-label={t('documents.list')}>
          {shown.map((group) => (
            <CopyGroup key={group[0]} ids={group} fact={fact} />
          ))}
        </ul>
      )}
      {unfolded && left > 0 && <p className={styles.second}>{t('documents.notKept', { count: left })}</p>}
      {others > 0 && (
        <Button
          size="small"
          look="quiet"
          icon={unfolded ? ChevronUp : ChevronDown}
          aria-expanded={unfolded}
          className={styles.unfold}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? t('documents.fewer') : t('documents.others', { count: others })}
        </Button>
      )}
    </div>
  )
}

/** A document and, below it, the others with the same text. */
function CopyGroup({ ids, fact }: { readonly ids: readonly string[]; readonly fact: Listed['fact'] }) {
  const { t } = useTranslation('chat')
  const [first = '', ...copies] = ids
  return (
    <li>
      <ListedDocument id={first} fact={fact} />
      {copies.length > 0 && (
        <div className={styles.copies}>
          <span>{t('documents.copies', { count: ids.length })}</span>
          {copies.map((id) => (
            <ListedDocument key={id} id={id} fact={fact} />
          ))}
        </div>
      )}
    </li>
  )
}

/** A document as the library has it now: its name opens it, its second line says what was asked of it or why it failed. */
function ListedDocument({ id, fact }: { readonly id: string; readonly fact: Listed['fact'] }) {
  const { t } = useTranslation('chat')
  const errorText = useErrorText()
  const record = useLibrary(({ documents }) => documents.get(id))
  const last = useLibrary(({ removed }) => removed.get(id))
  if (!record) {
    return (
      <span className={styles.gone}>
        {last && <FileName name={last.name} />} {t('documents.gone')}
      </span>
    )
  }
  const { name, title, error } = record
  return (
    <button
      type="button"
      className={styles.document}
      onClick={(event) => openDocument({ id, range: null }, event.detail === 0)}
    >
      <FileName name={name} className={styles.name} />
      {title !== '' && !isNameAgain(title, name) && <bdi className={styles.second}>{safeName(title)}</bdi>}
      {error && <span className={styles.failed}>{safeName(errorText(error).message)}</span>}
      <Fact record={record} fact={fact} />
    </button>
  )
}

function Fact({ record, fact }: { readonly record: DocumentRecord; readonly fact: Listed['fact'] }) {
  const { i18n } = useTranslation('chat')
  if (fact === undefined) return null
  const texts = {
    size: sizeText(record.byte_size, i18n.language),
    added: new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(record.created_at),
    source: safeName(record.source),
  }
  return <span className="numeric">{texts[fact]}</span>
}
