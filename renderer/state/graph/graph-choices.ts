import type { EntityHead, EntityType } from '@shared/graph'
import { create } from 'zustand'

/** A type of the legend; `unknown` for entities without one. */
export type LegendType = EntityType | 'unknown'

interface GraphChoices {
  readonly colouring: 'type' | 'community'
  readonly hiddenTypes: ReadonlySet<LegendType>
  readonly statedShown: boolean
  readonly togetherShown: boolean
  /** Null until the reader has decided: then it is open where there is room. */
  readonly legendOpen: boolean | null
  /** Which list stands in the panel while nothing is chosen. */
  readonly list: 'entities' | 'communities'
  /** The community whose card is open. */
  readonly community: string | null
  /** The way between two entities; `to` is null while it is being chosen. */
  readonly path: { readonly from: EntityHead; readonly to: EntityHead | null } | null
  /** The text of the search field; set from outside to look for a name. */
  readonly searchText: string
}

/** How the graph is looked at. It lasts as long as the window. */
export const useGraphChoices = create<GraphChoices>(() => ({
  // Most entities of real files have no type; each has a community.
  colouring: 'community',
  hiddenTypes: new Set(),
  statedShown: true,
  togetherShown: true,
  legendOpen: null,
  list: 'entities',
  community: null,
  path: null,
  searchText: '',
}))

export function chooseGraph(change: Partial<GraphChoices>): void {
  useGraphChoices.setState(change)
}

export function toggleType(type: LegendType): void {
  useGraphChoices.setState(({ hiddenTypes }) => {
    const next = new Set(hiddenTypes)
    if (!next.delete(type)) next.add(type)
    return { hiddenTypes: next }
  })
}

/** Shows everything again. */
export function clearGraphFilter(): void {
  useGraphChoices.setState({ hiddenTypes: new Set(), statedShown: true, togetherShown: true })
}
