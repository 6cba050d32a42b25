/** A scope query being typed: the offset of its `#`, and the words after it. */
export interface ScopeQuery {
  readonly at: number
  readonly words: string
}

/** The scope query the caret stands in; null where it stands in none. The full-width sign counts too. */
export function scopeQueryAt(text: string, caret: number): ScopeQuery | null {
  const match = /(?:^|[\s，。、；：！？（]|(?<=\p{Script=Han}))([#＃])([^\s#＃]{0,60})$/u.exec(text.slice(0, caret))
  if (!match) return null
  const words = match[2] ?? ''
  return { at: caret - words.length - 1, words }
}

/** The text without that query, and where the caret then stands. */
export function withoutQuery(text: string, { at, words }: ScopeQuery): { text: string; caret: number } {
  const before = text.slice(0, at)
  const after = text.slice(at + 1 + words.length)
  const spaces = /\s$/u.test(before) && after.startsWith(' ') ? 1 : 0
  return { text: before + after.slice(spaces), caret: at }
}
