/** How a tool is called in a question: `@server/tool`, or `@tool` where no other server has one of that name. */
export interface Mention {
  /** Absent for `@tool`. */
  readonly server?: string
  readonly tool: string
  /** What stands behind it. */
  readonly rest: string
}

const written =
  /^\s*@(?:([\p{L}\p{N}][\p{L}\p{N}._-]*)\/)?([\p{L}\p{N}_](?:[\p{L}\p{N}._/-]*[\p{L}\p{N}_-])?)(?:[:：,，;；]\s*|[.?!。？！]?(?=\s|$))/u

/**
 * Reads the mention that a question begins with; null where there is none. One further on does not count: it may stand in text
 * that was pasted.
 */
export function readMention(text: string): Mention | null {
  const match = written.exec(text)
  const [whole, server, tool] = match ?? []
  if (whole === undefined || tool === undefined) return null
  return { ...(server !== undefined && { server }), tool, rest: text.slice(whole.length).trim() }
}

/** Whether a mention is of this tool. Letters may be capital or not; names of one server differ in more than that. */
export function mentions({ server, tool }: Mention, of: { readonly server: string; readonly tool: string }): boolean {
  if (server !== undefined && !isSame(server, of.server)) return false
  return isSame(tool, of.tool)
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
