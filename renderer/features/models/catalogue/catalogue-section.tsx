import type { CatalogueItem, ModelKind } from '@shared/models/models'
import { SearchX } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readCatalogue, useModels } from '@renderer/state/models/models-store'
import { Button } from '@renderer/ui/controls/button'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { Segmented } from '@renderer/ui/controls/segmented'
import { LateSkeleton } from '@renderer/ui/feedback/waiting'
import { TextField } from '@renderer/ui/controls/text-field'
import { CatalogueRow } from './catalogue-row'
import { inOrder, openState } from './download-facts'
import { DownloadRow } from './download-row'
import styles from '../models.module.css'
import { useTexts } from '../use-texts'

const kinds: readonly ModelKind[] = ['language', 'embedder', 'reranker', 'reader']

/** The models that can be downloaded, and how each fits this machine. No download begins by itself. */
export function CatalogueSection() {
  const { t } = useTranslation(['models', 'app'])
  const { size } = useTexts()
  const { state, catalogue, catalogueError } = useModels()
  const [kind, setKind] = useState<ModelKind>('language')
  const [query, setQuery] = useState('')
  const found = useMemo(() => findEntries(catalogue ?? [], kind, query), [catalogue, kind, query])
  if (!state) return null
  const { machine, downloads, installed } = state
  return (
    <>
      <p className={styles.intro}>{t('catalogue.intro')}</p>
      <p className={styles.hint}>
        <span className="numeric">
          {t('catalogue.machine', {
            memory: size(machine.memory_bytes),
            free: size(machine.free_bytes),
            cores: machine.cores,
            gpu: machine.gpus.length > 0 ? machine.gpus.join(', ') : t('catalogue.noGpu'),
          })}
        </span>
      </p>
      {downloads.length > 0 && (
        <ul className={styles.list} aria-label={t('download.list')}>
          {inOrder(downloads).map((download) => (
            <DownloadRow key={download.id} download={download} />
          ))}
        </ul>
      )}
      <CatalogueFilters kind={kind} query={query} onKind={setKind} onQuery={setQuery} />
      {catalogueError && <ErrorNote error={catalogueError} nothingLost onRetry={() => void readCatalogue()} />}
      {!catalogue && !catalogueError && <LateSkeleton lines={6} label={t('app:loading')} />}
      {catalogue && found.length === 0 && (
        <EmptyState
          icon={SearchX}
          title={t('catalogue.nothing')}
          action={query !== '' && <Button onClick={() => setQuery('')}>{t('catalogue.clear')}</Button>}
        />
      )}
      {found.length > 0 && (
        <ul className={styles.list} aria-label={t('catalogue.title')}>
          {found.map((item) => (
            <CatalogueRow
              key={item.entry.id}
              item={item}
              machine={machine}
              download={openState(downloads, item.entry.id)}
              isInstalled={installed.some(({ entry_id }) => entry_id === item.entry.id)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

interface CatalogueFiltersProps {
  readonly kind: ModelKind
  readonly query: string
  readonly onKind: (kind: ModelKind) => void
  readonly onQuery: (query: string) => void
}

function CatalogueFilters({ kind, query, onKind, onQuery }: CatalogueFiltersProps) {
  const { t } = useTranslation('models')
  const id = useId()
  return (
    <div className={styles.filters}>
      <p id={id} className="unseen">
        {t('catalogue.kind')}
      </p>
      <Segmented
        labelledBy={id}
        value={kind}
        options={kinds.map((value) => ({ value, text: t(`kinds.${value}`) }))}
        onChange={onKind}
      />
      <div className={styles.search}>
        <TextField
          type="search"
          aria-label={t('catalogue.search')}
          label=""
          placeholder={t('catalogue.search')}
          maxLength={100}
          value={query}
          onChange={(event) => onQuery(event.target.value)}
        />
      </div>
    </div>
  )
}

const order = { good: 0, tight: 1, too_big: 2 } as const

/** The entries of a kind in which every word of the query stands, those that run here first. */
export function findEntries(items: readonly CatalogueItem[], kind: ModelKind, query: string): CatalogueItem[] {
  const words = folded(query).split(/\s+/u).filter(Boolean)
  return items
    .filter(({ entry }) => entry.kind === kind && words.every((word) => textOf(entry).includes(word)))
    .sort((a, b) => order[a.fit] - order[b.fit])
}

function textOf({ name, publisher, licence, languages, about, id }: CatalogueItem['entry']): string {
  return folded([name, publisher, licence, ...languages, about.en, about.zh, id].join(' '))
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
