import { useTranslation } from 'react-i18next'
import { type EntityHead, EntityType, type GraphPicture } from '@shared/graph'
import { useGraphChoices } from '@renderer/state/graph/graph-choices'
import { useGraph } from '@renderer/state/graph/graph-store'
import { openCommunity } from '@renderer/state/graph/graph-places'
import { classes } from '@renderer/ui/classes'
import { safeName } from '@renderer/ui/text/safe-name'
import { colouredCommunities, communityToken, pathToken, typeToken } from '../drawing/look'
import { communityPlace } from '../drawing/node-style'
import styles from './legend.module.css'

/** The colour of a type, as the drawing has it. The type's name stands beside it or on the card. */
export function TypeDot({ type }: { readonly type: EntityType | null }) {
  return <Dot colour={typeToken(type === null ? -1 : EntityType.options.indexOf(type))} />
}

/** The colour that the drawing gives an entity at present: of its type, or of its community. */
export function EntityDot({ entity: { id, type } }: { readonly entity: Pick<EntityHead, 'id' | 'type'> }) {
  const colouring = useGraphChoices((state) => state.colouring)
  const community = useGraph((state) => (state.picture ? communityPlace(state.picture.nodes, id) : -1))
  return colouring === 'type' ? <TypeDot type={type} /> : <Dot colour={communityToken(community)} />
}

/** A dot in a colour of the theme; ringed as what a drawing is about. */
export function Dot({ colour, ringed }: { readonly colour: string; readonly ringed?: boolean }) {
  return <span className={classes(styles.dot, ringed && styles.ringed)} style={{ background: colour }} aria-hidden />
}

/** The communities that have a colour of their own. */
export function CommunityColours({ communities }: Pick<GraphPicture, 'communities'>) {
  const { t } = useTranslation('graph')
  const shown = communities.slice(0, colouredCommunities)
  return (
    <div className={styles.group}>
      <h3 className={styles.heading}>{t('legend.communities')}</h3>
      {shown.map(({ id, title }, at) => (
        <button key={id} type="button" className={styles.row} title={safeName(title)} onClick={() => openCommunity(id)}>
          <Dot colour={communityToken(at)} />
          <bdi className={styles.name}>{safeName(title)}</bdi>
        </button>
      ))}
      <div className={styles.row}>
        <Dot colour={communityToken(-1)} />
        <span className={styles.name}>{t('legend.others')}</span>
      </div>
    </div>
  )
}

/** What a path looks like, while one is shown. */
export function PathColour({ ends }: { readonly ends: { readonly from: string; readonly to: string } }) {
  const { t } = useTranslation('graph')
  return (
    <div className={styles.group}>
      <h3 className={styles.heading}>{t('legend.path')}</h3>
      <div className={styles.row}>
        <Dot colour={pathToken} ringed />
        <span className={styles.name}>
          <bdi>{safeName(ends.from)}</bdi> · <bdi>{safeName(ends.to)}</bdi>
        </span>
      </div>
      <div className={styles.row}>
        <Dot colour={pathToken} />
        <span className={styles.name}>{t('legend.between')}</span>
      </div>
    </div>
  )
}
