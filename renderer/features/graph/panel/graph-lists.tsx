import { Tabs } from '@base-ui/react/tabs'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useGraph } from '@renderer/state/graph/graph-store'
import { chooseGraph, useGraphChoices } from '@renderer/state/graph/graph-choices'
import { openCommunity } from '@renderer/state/graph/graph-places'
import { safeName } from '@renderer/ui/text/safe-name'
import { type EntityHead, EntityType, type GraphPicture } from '@shared/graph'
import { EntityRow } from '../cards/entity-row'
import { moveInList } from '@renderer/ui/list-keys'
import rows from '../cards/rows.module.css'
import { communityToken } from '../drawing/look'
import { typeAt } from '../drawing/node-style'
import { Dot } from '../controls/colour-key'
import styles from './graph-panel.module.css'

const mostRows = 300
/** The rows a screen has room for. The drawing does not wait for the others. */
const firstRows = 40

/** The entities and communities of the drawing as lists, for those who cannot see the drawing. */
export function GraphLists({ onPoint }: { readonly onPoint: (id: string | null) => void }) {
  const { t } = useTranslation('graph')
  const list = useGraphChoices((state) => state.list)
  const entities = useGraph((state) => state.picture?.total.nodes ?? 0)
  const communities = useGraph((state) => state.picture?.communities.length ?? 0)
  return (
    <Tabs.Root
      value={list}
      onValueChange={(next: unknown) => {
        if (next === 'entities' || next === 'communities') chooseGraph({ list: next })
      }}
      render={<div style={{ display: 'contents' }} />}
    >
      <Tabs.List className={styles.tabs} aria-label={t('panel')}>
        {(['entities', 'communities'] as const).map((tab) => (
          <Tabs.Tab key={tab} value={tab} className={styles.tab}>
            {t(`lists.${tab}`)}
            <span className={styles.count}>{t('count', { count: tab === 'entities' ? entities : communities })}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="entities" className={styles.list}>
        <EntityList onPoint={onPoint} />
      </Tabs.Panel>
      <Tabs.Panel value="communities" className={styles.list}>
        <CommunityList />
      </Tabs.Panel>
    </Tabs.Root>
  )
}

function EntityList({ onPoint }: { readonly onPoint: (id: string | null) => void }) {
  const { t } = useTranslation('graph')
  const picture = useGraph((state) => state.picture)
  const hiddenTypes = useGraphChoices((state) => state.hiddenTypes)
  const rowCount = useDeferredValue(mostRows, firstRows)
  const heads = useMemo(() => {
    if (!picture) return []
    const shown = picture.nodes.types.flatMap((type, at) => (hiddenTypes.has(typeAt(type)) ? [] : [at]))
    // The weightiest first: what stands in tables a thousand times is not what the documents are about.
    return shown.slice(0, mostRows).flatMap((at) => headAt(picture.nodes, at) ?? [])
  }, [picture, hiddenTypes])
  const more = (picture?.total.nodes ?? 0) - heads.length
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move between its buttons */}
      <ol className={rows.rows} aria-label={t('lists.entities')} onKeyDown={moveInList}>
        {heads.slice(0, rowCount).map((head) => (
          <EntityRow key={head.id} entity={head} figure={t('card.times', { count: head.mentions })} onPoint={onPoint} />
        ))}
      </ol>
      {more > 0 && <p className={rows.note}>{t('more', { count: more })}</p>}
    </>
  )
}

function CommunityList() {
  const { t } = useTranslation('graph')
  const communities = useGraph((state) => state.picture?.communities)
  const coloured = useGraphChoices((state) => state.colouring === 'community')
  const rowCount = useDeferredValue(mostRows, firstRows)
  if (!communities || communities.length === 0) return <p className={rows.note}>{t('noCommunities')}</p>
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move between its buttons
    <ol className={rows.rows} aria-label={t('lists.communities')} onKeyDown={moveInList}>
      {communities.slice(0, rowCount).map(({ id, title, size }, at) => (
        <li key={id}>
          <button type="button" data-row className={rows.row} title={safeName(title)} onClick={() => openCommunity(id)}>
            {coloured && <Dot colour={communityToken(at)} />}
            <bdi className={rows.name}>{safeName(title)}</bdi>
            <span className={rows.figure}>{t('members', { count: size })}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

/** A node of the picture as an entity; how many documents name it is not in a picture. Null where there is no such node. */
export function headAt({ ids, names, types, mentions }: GraphPicture['nodes'], at: number): EntityHead | null {
  const id = ids[at]
  if (id === undefined) return null
  const type = EntityType.options[types[at] ?? -1] ?? null
  return { id, name: names[at] ?? '', type, mentions: mentions[at] ?? 0, documents: 0 }
}

/** The node of an id as an entity; null where the picture has no such node. */
export function headOf(nodes: GraphPicture['nodes'], id: string): EntityHead | null {
  return headAt(nodes, nodes.ids.indexOf(id))
}
