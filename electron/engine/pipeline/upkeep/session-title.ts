const longestTitle = 60

/** What a session is called until somebody says otherwise: its first question, as far as a line holds it. */
export function titleOf(question: string): string {
  return shortened(question.trim().split('\n')[0] ?? '')
}

/** A line of at most 60 characters. */
export function shortened(line: string): string {
  const characters = Array.from(line)
  if (characters.length <= longestTitle) return line
  const cut = characters.slice(0, longestTitle - 1).join('')
  // At the end of a word, where one is near.
  const space = cut.lastIndexOf(' ')
  return `${space > cut.length / 2 ? cut.slice(0, space) : cut}…`
}
