import type { MenuPlace } from '@renderer/ui/controls/anchored-menu'
import type { SelectHow } from './selection'

/** What a row of the list can ask for. Stays the same object for as long as the list lives. */
export interface TableActs {
  readonly press: (id: string, how: SelectHow) => void
  readonly open: (id: string) => void
  readonly unfold: (id: string) => void
  readonly menu: (id: string, place: MenuPlace) => void
  /** Brings a document into view and chooses it, whatever the list was limited to. */
  readonly show: (id: string) => void
}
