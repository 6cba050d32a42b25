/** The last part of a file name in lower case, without the dot; for `Makefile` and `Dockerfile` the whole name. */
export function extensionOf(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).toLowerCase()
  return base.slice(base.lastIndexOf('.') + 1)
}

/** The file name without folder and extension: the title of a document that has none. */
export function titleFromName(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const dot = base.lastIndexOf('.')
  return dot > 0 ? base.slice(0, dot) : base
}

const longestName = 60

/** A file name for a pasted text: the one given, or what its first line says. */
export function nameOfText(text: string, given: string | undefined): string {
  const name = (given ?? firstLineOf(text)).trim()
  return /\.md$/iu.test(name) ? name : `${name === '' ? 'note' : name}.md`
}

function firstLineOf(text: string): string {
  const [first = ''] = text.trimStart().split(/[\r\n]/u, 1)
  // A heading's or a list's marks are no part of a name.
  const words = first.replace(/^[#>*\-+\s]+/u, '').replace(/[*_`~]+/gu, '')
  const characters = Array.from(words.slice(0, 2 * longestName))
  if (characters.length <= longestName) return words.trim()
  const cut = characters.slice(0, longestName).join('')
  return cut.replace(/\s+\S*$/u, '').trim()
}

/** `12 bytes`, `3 KB`, `1.5 MB`. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const kilobytes = bytes / 1024
  return kilobytes < 1024 ? `${Math.round(kilobytes)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`
}
