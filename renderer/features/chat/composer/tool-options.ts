import type { OwnTool } from '@shared/api/tools-api'
import type { ExternalToolInfo } from '@shared/tools/tool-server-shapes'

/** A mention of a tool being typed; `at` is the offset of its `@`. */
export interface ToolQuery {
  readonly at: number
  readonly words: string
}

/** The mention that the caret stands in; null where it stands in none. Only at the beginning does a mention count. */
export function toolQueryAt(text: string, caret: number): ToolQuery | null {
  const match = /^(\s*)[@＠]([^\s@＠]{0,200})$/u.exec(text.slice(0, caret))
  return match ? { at: match[1]?.length ?? 0, words: match[2] ?? '' } : null
}

/** The text with that mention in place of what was typed of it, and where the caret then stands. */
export function withMention(
  text: string,
  { at, words }: ToolQuery,
  mention: string,
): { readonly text: string; readonly caret: number } {
  const rest = text.slice(at + 1 + words.length).trimStart()
  return { text: `${mention} ${rest}`, caret: mention.length + 1 }
}

/** A tool that a question can call by name. */
export interface ToolOption {
  /** The program that has it; null for Cairn's own. */
  readonly server: string | null
  /** What stands in the question, its `@` with it. */
  readonly mention: string
  readonly title: string
}

const mostOwn = 12
const mostOthers = 24

/** The tools whose names or titles contain the words: Cairn's own that are switched on, then those of programs. */
export function toolOptions(
  own: readonly OwnTool[],
  known: readonly ExternalToolInfo[],
  words: string,
  language: 'en' | 'zh',
): ToolOption[] {
  const mine = own.flatMap(({ name, title, on }) =>
    on ? [{ server: null, mention: `@${name}`, title: title[language] }] : [],
  )
  const others = known.map(({ server, mention, title }) => ({ server, mention, title }))
  return [...best(mine, words, mostOwn), ...best(others, words, mostOthers)]
}

function best(options: readonly ToolOption[], words: string, most: number): ToolOption[] {
  const wanted = words.toLocaleLowerCase()
  const places = options.flatMap((option) => {
    const at = option.mention.toLocaleLowerCase().indexOf(wanted, 1)
    const isTitled = option.title.toLocaleLowerCase().includes(wanted)
    if (at === -1 && !isTitled) return []
    return [{ option, rank: at === 1 ? 0 : at > 1 ? 1 : 2 }]
  })
  return places
    .sort((a, b) => a.rank - b.rank || a.option.mention.localeCompare(b.option.mention))
    .slice(0, most)
    .map(({ option }) => option)
}
