import type { GraphPicture } from '@shared/graph'
import { useTranslation } from 'react-i18next'
import { openCommunity } from '@renderer/state/graph/graph-places'
import { safeName } from '@renderer/ui/text/safe-name'
import { colouredCommunities, communityToken } from './drawing/look'
import styles from './controls/legend.module.css'
import { Dot } from './controls/type-dot'

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
