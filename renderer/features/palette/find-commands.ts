import type { LucideIcon } from 'lucide-react'
import { folded, matchScore } from './match-score'

export type CommandGroup = 'actions' | 'settings' | 'sessions' | 'documents' | 'collections' | 'texts'

/** A command of the palette. */
export interface PaletteCommand {
  /** Unique and stable: it is what "recent" remembers. */
  readonly id: string
  readonly group: CommandGroup
  readonly text: string
  /** The texts the command is found by: its text in both languages, a file's title. */
  readonly names: readonly string[]
  readonly icon: LucideIcon
  readonly keys?: readonly string[]
  /** A sentence of a document, shown in place of the text. */
  readonly sentence?: FoundIn
  readonly run: () => void
}

/** A sentence and the document it stands in; `marks` are 0-based half-open offsets into the text. */
export interface FoundIn {
  readonly text: string
  readonly marks: readonly { readonly start: number; readonly end: number }[]
  readonly format: string
  readonly name: string
  /** Where it is no sentence of the document itself: what it is. */
  readonly kind?: string
}

export interface PaletteGroup {
  readonly id: CommandGroup | 'recent'
  readonly commands: readonly PaletteCommand[]
}

const groupOrder: readonly CommandGroup[] = ['actions', 'settings', 'sessions', 'documents', 'collections']
const mostAGroup = 8
/** Without a query everything else would only be in the way. */
const shownUnasked: Partial<Record<CommandGroup, number>> = { actions: 20, sessions: 5 }

/** The commands that a query finds, the group of the best match first; without a query, the recent ones and those that apply here. */
export function findCommands(
  commands: readonly PaletteCommand[],
  query: string,
  recent: readonly string[],
): PaletteGroup[] {
  const wanted = folded(query.trim())
  return wanted === '' ? unasked(commands, recent) : asked(commands, wanted, recent)
}

function unasked(commands: readonly PaletteCommand[], recent: readonly string[]): PaletteGroup[] {
  const known = new Map(commands.map((command) => [command.id, command]))
  const last = recent.flatMap((id) => known.get(id) ?? []).slice(0, 5)
  const groups = groupOrder.map((id) => ({
    id,
    commands: commands.filter((one) => one.group === id && !last.includes(one)).slice(0, shownUnasked[id] ?? 0),
  }))
  return [{ id: 'recent' as const, commands: last }, ...groups].filter((group) => group.commands.length > 0)
}

function asked(commands: readonly PaletteCommand[], query: string, recent: readonly string[]): PaletteGroup[] {
  const rank = new Map(recent.map((id, at) => [id, 0.05 * (1 - at / recent.length)]))
  const found = commands
    .map((command) => ({ command, score: matchScore(foldedNames(command), query) }))
    .filter(({ score }) => score > 0)
    .map(({ command, score }) => ({ command, score: score + (rank.get(command.id) ?? 0) }))
    .sort((a, b) => b.score - a.score)
  return groupOrder
    .map((id) => found.filter(({ command }) => command.group === id).slice(0, mostAGroup))
    .filter((group) => group.length > 0)
    .sort((a, b) => (b[0]?.score ?? 0) - (a[0]?.score ?? 0))
    .flatMap((group) => {
      const [first] = group
      return first ? [{ id: first.command.group, commands: group.map(({ command }) => command) }] : []
    })
}

const foldedOnce = new WeakMap<PaletteCommand, string[]>()

function foldedNames(command: PaletteCommand): string[] {
  const known = foldedOnce.get(command)
  if (known) return known
  const names = command.names.map(folded)
  foldedOnce.set(command, names)
  return names
}
