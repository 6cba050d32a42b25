const longest = 60

/** A name for a text: its first line with words in it, cut at a word. Empty where it has none. */
export function nameFor(text: string): string {
  const line = text
    .slice(0, 4000)
    .split('\n')
    .map((one) =>
      one
        .replace(/^[#>*\s-]+/u, '')
        .replace(/[\s/\\:*?"<>|]+/gu, ' ')
        .trim(),
    )
    .find((one) => /[\p{L}\p{N}]/u.test(one))
  if (line === undefined || line.length <= longest) return line ?? ''
  const cut = line
    .slice(0, longest)
    .toWellFormed()
    .replace(/\uFFFD$/u, '')
  const space = cut.lastIndexOf(' ')
  return (space > longest / 2 ? cut.slice(0, space) : cut).trim()
}
