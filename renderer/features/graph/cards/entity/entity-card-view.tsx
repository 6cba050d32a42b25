import type { EntityCard } from '@shared/graph'
import { useTranslation } from 'react-i18next'
import { Crosshair, Merge, MessageSquareText, PencilLine, Route, Split, Tags } from 'lucide-react'
import { call } from '@renderer/state/connection'
import { useGraph } from '@renderer/state/graph/graph-store'
import { askAboutEntity, focusOn, selectEntity, startPath } from '@renderer/state/graph/graph-places'
import { openDocument } from '@renderer/state/window/shown-document'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { FileName } from '@renderer/ui/documents/file-name'
import { safeName } from '@renderer/ui/text/safe-name'
import { useFetched } from '@renderer/ui/feedback/use-fetched'
import type { TextKeyBelow } from '@renderer/locales/text-key'
import { decide } from '@renderer/state/graph/decide-names'
import { Menu } from '@renderer/ui/controls/menu'
import { decimalText, listText } from '@renderer/ui/text/figure-text'
import { CardHead, CardPart, CardWithoutContent, ListPart } from '../card-parts'
import styles from '../card.module.css'
import { CommunityRow, EntityRow } from '../entity-row'
import { PassageRow } from '../passage-row'
import rows from '../rows.module.css'
import { StatementList } from './statement-list'
import { TypeDot } from '../../controls/colour-key'
import { openCorrection } from '../../corrections/correction-dialogs'

interface EntityCardViewProps {
  readonly id: string
  readonly onPoint: (id: string | null) => void
}

/** The card of an entity: its statements, relations, passages, documents and communities. */
export function EntityCardView({ id, onPoint }: EntityCardViewProps) {
  const { t } = useTranslation('graph')
  const version = useGraph((state) => state.state?.version ?? 0)
  const read = () => call((client) => client.graph.entity({ id }))
  const { value: card, error, again } = useFetched(id, read, { version })
  return (
    <article className={styles.card} aria-label={t('card.label')}>
      <CardHead label={t('card.label')} onBack={() => selectEntity(null)}>
        {card && <EntityCorrections card={card} />}
      </CardHead>
      {card ? (
        <Content key={card.id} card={card} onPoint={onPoint} />
      ) : (
        <CardWithoutContent error={error} again={again} gone={t('card.gone')} goneText={t('card.goneText')} />
      )}
    </article>
  )
}

function Content({ card, onPoint }: { readonly card: EntityCard; readonly onPoint: (id: string | null) => void }) {
  const { t } = useTranslation('graph')
  const drawn = useGraph(({ picture }) => picture?.nodes.ids.includes(card.id) ?? true)
  return (
    <>
      <header className={styles.head}>
        <h2 className={styles.title}>
          <bdi>{safeName(card.name)}</bdi>
        </h2>
        <EntityFacts card={card} />
        <EntityActs card={card} />
        {!drawn && (
          <p className={styles.outside}>
            {t('card.outside')}
            <Button size="small" onClick={() => focusOn(card.id)}>
              {t('card.drawAround')}
            </Button>
          </p>
        )}
      </header>
      <div className={styles.body}>
        {card.statements.length > 0 && (
          <CardPart title={t('card.statements')}>
            <StatementList statements={card.statements} onPoint={onPoint} />
          </CardPart>
        )}
        <ListPart
          items={card.related}
          first={6}
          label={t('card.related')}
          row={(other) => <EntityRow key={other.id} entity={other} onPoint={onPoint} />}
        />
        <Sources card={card} />
        <MergeReasons card={card} />
      </div>
    </>
  )
}

/** Where an entity is named: passages, documents and communities. */
function Sources({ card: { passages, found_in: documents, communities } }: { readonly card: EntityCard }) {
  const { t } = useTranslation('graph')
  return (
    <>
      <ListPart
        items={passages}
        first={3}
        label={t('card.passages')}
        row={(passage, at) => <PassageRow key={`${passage.chunk_id} ${at}`} passage={passage} />}
      />
      <ListPart
        items={documents}
        first={5}
        label={t('card.found')}
        row={(found) => <DocumentRow key={found.document_id} found={found} />}
      />
      <ListPart
        items={communities}
        first={5}
        label={t('card.communities')}
        row={(community) => <CommunityRow key={community.id} community={community} />}
      />
    </>
  )
}

function DocumentRow({ found }: { readonly found: EntityCard['found_in'][number] }) {
  const { t } = useTranslation('graph')
  return (
    <li>
      <button
        type="button"
        data-row
        className={rows.row}
        onClick={(event) => openDocument({ id: found.document_id, range: null }, event.detail === 0)}
      >
        <FileName name={found.title} className={rows.name} />
        <span className={rows.figure}>{t('card.times', { count: found.mentions })}</span>
      </button>
    </li>
  )
}

const mostAliases = 12

/** Facts of an entity: its type, how often it is named, and its other names. */
export function EntityFacts({
  card,
}: {
  readonly card: Pick<EntityCard, 'type' | 'mentions' | 'documents' | 'aliases'>
}) {
  const { t } = useTranslation('graph')
  const { type, mentions, documents, aliases } = card
  const names = aliases.slice(0, mostAliases).map(safeName)
  const list = listText(names)
  return (
    <>
      <p className={styles.facts}>
        <span className={styles.type}>
          <TypeDot type={type} />
          {t(`types.${type ?? 'unknown'}`)}
        </span>
        <span className="numeric">{t('card.mentions', { count: mentions })}</span>
        <span className="numeric">{t('card.documents', { count: documents })}</span>
      </p>
      {names.length > 0 && (
        <p className={styles.aliases}>
          {t('card.aliases')}: <bdi>{list}</bdi>
          {aliases.length > mostAliases && ' …'}
        </p>
      )}
    </>
  )
}

/** Why the names of an entity are taken for one, and the way to take them apart again. */
export function MergeReasons({ card }: { readonly card: Pick<EntityCard, 'merges'> }) {
  const { t, i18n } = useTranslation('graph')
  if (card.merges.length === 0) return null
  const isKnown = (reason: string): reason is TextKeyBelow<'graph', 'reasons'> => i18n.exists(`graph:reasons.${reason}`)
  return (
    <CardPart title={t('card.merges')}>
      <ul>
        {card.merges.map(({ id, names, reason, score }) => {
          // A name that stands for things of two types is there for each.
          const joined = [...new Set(names.map(safeName))].join(' = ')
          const why = isKnown(reason)
            ? t(`reasons.${reason}`)
            : t('reasons.other', { replace: { name: safeName(reason) } })
          return (
            <li key={id} className={styles.merge}>
              <div>
                <bdi className={styles.names}>{joined}</bdi>
                <p className={styles.why}>
                  {t('card.merged', { replace: { reason: why, score: decimalText(score, 2) } })}
                </p>
              </div>
              <Button
                size="small"
                onClick={() => void decide({ kind: 'undo', entry: id }, 'graph:split.apart', { names: joined })}
              >
                {t('card.split')}
              </Button>
            </li>
          )
        })}
      </ul>
    </CardPart>
  )
}

/** The actions for an entity. */
function EntityActs({ card }: { readonly card: EntityCard }) {
  const { t } = useTranslation('graph')
  const ask = () => askAboutEntity(t('card.question', { replace: { name: card.name } }))
  return (
    <div className={styles.acts}>
      <Button size="small" icon={MessageSquareText} onClick={ask}>
        {t('card.ask')}
      </Button>
      <Button size="small" icon={Crosshair} onClick={() => focusOn(card.id)}>
        {t('card.focus')}
      </Button>
      <Button size="small" icon={Route} onClick={() => startPath(card)}>
        {t('card.pathTo')}
      </Button>
    </div>
  )
}

/** The menu of corrections of an entity. */
function EntityCorrections({ card }: { readonly card: EntityCard }) {
  const { t } = useTranslation('graph')
  const items = [
    { id: 'rename', icon: PencilLine },
    { id: 'retype', icon: Tags },
    { id: 'merge', icon: Merge },
    { id: 'split', icon: Split },
  ] as const
  return (
    <Menu
      trigger={<IconButton icon={PencilLine} label={t('card.more')} />}
      items={items.map(({ id, icon }) => ({
        id,
        icon,
        text: t(`actions.${id}`),
        disabled: id === 'split' && card.aliases.length === 0,
        run: () => openCorrection({ kind: id, card }),
      }))}
    />
  )
}
