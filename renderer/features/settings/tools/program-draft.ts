import { ToolServerConfig, ToolServerName } from '@shared/tools/tool-server-shapes'

/** A program as it is typed. */
export interface ProgramDraft {
  readonly name: string
  /** A program's file, or an address. */
  readonly place: string
  /** One argument a line. */
  readonly args: string
  /** `NAME=value`, or `Header: value` for an address; one a line. */
  readonly variables: string
}

export const emptyDraft: ProgramDraft = { name: '', place: '', args: '', variables: '' }

export type ProgramProblem = 'name' | 'taken' | 'command' | 'address' | 'args' | 'variables'

/** The server that a draft stands for, or what is wrong with it. */
export function readProgram(
  draft: ProgramDraft,
  type: 'command' | 'address',
  taken: readonly string[],
): ToolServerConfig | ProgramProblem {
  const name = draft.name.trim()
  if (!ToolServerName.safeParse(name).success) return 'name'
  if (taken.some((one) => one.toLowerCase() === name.toLowerCase())) return 'taken'
  const variables = pairsOf(draft.variables, type === 'command' ? '=' : ':')
  if (!variables) return 'variables'
  const place = draft.place.trim()
  const given =
    type === 'command'
      ? { type: 'stdio', command: place, args: linesOf(draft.args), env: variables }
      : { type: 'http', url: place, headers: variables }
  const read = ToolServerConfig.safeParse({ name, enabled: true, ...given })
  if (read.success) return read.data
  const fields = read.error.issues.map(({ path }) => path[0])
  if (fields.includes('args')) return 'args'
  return fields.some((field) => field === 'env' || field === 'headers') ? 'variables' : type
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/u).filter((line) => line.trim() !== '')
}

/** Null where a line has no name before the sign. */
function pairsOf(text: string, sign: string): Record<string, string> | null {
  const pairs = linesOf(text).map((line): [string, string] | null => {
    const at = line.indexOf(sign)
    return at > 0 ? [line.slice(0, at).trim(), line.slice(at + 1).trim()] : null
  })
  return pairs.every((pair) => pair !== null) ? Object.fromEntries(pairs) : null
}
