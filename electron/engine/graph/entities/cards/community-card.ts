import type { CommunityCard } from '@shared/graph'
import { type Community, communityHead } from '../../communities/communities'
import { communitySummary } from '../../communities/community-summary'
import { type EntityGraph, entityHeads } from '../entity-graph'
import type { PassagePlace } from './passage-place'

const maxEntities = 100
/** More than are shown: whoever reads them leaves out rows of tables. */
const maxPlaces = 12

/** `CommunityCard` with places in passages for what its summary is made of. */
export interface CommunityCardPlaces extends Omit<CommunityCard, 'summary'> {
  readonly summary: readonly PassagePlace[]
}

/** The highest ranked members come first. */
export function communityCard(graph: EntityGraph, community: Community): CommunityCardPlaces {
  return {
    ...communityHead(community),
    entities: entityHeads(graph, community.members.slice(0, maxEntities)),
    summary: communitySummary(graph, community, maxPlaces),
    children: community.children.map(communityHead),
  }
}
