/** A normalised name as the first of some texts that has it writes it; itself where none does. */
export function asWritten(name: string, texts: readonly string[]): string {
  const words = name.split(' ').flatMap((word) => word.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`) || [])
  if (words.length === 0) return name
  const written = new RegExp(words.join(String.raw`[\s\p{P}]{1,3}`), 'iu')
  for (const text of texts) {
    const [found] = written.exec(text) ?? []
    if (found !== undefined) return found
  }
  return name
}
