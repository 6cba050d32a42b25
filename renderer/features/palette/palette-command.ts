import type { LucideIcon } from 'lucide-react'

export type CommandGroup = 'actions' | 'settings' | 'sessions' | 'documents' | 'collections'

/** One thing the palette can do or go to. */
export interface PaletteCommand {
  /** Unique and stable: it is what "recent" remembers. */
  readonly id: string
  readonly group: CommandGroup
  readonly text: string
  /** Everything it can be found by: its text in both languages, a file's title. */
  readonly names: readonly string[]
  readonly icon: LucideIcon
  readonly keys?: readonly string[]
  readonly run: () => void
}
