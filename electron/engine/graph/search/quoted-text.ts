const longestHeading = 200

/**
 * Quoted text for a model's prompt, on one line, without any sign that could end its fence or that chat templates give a meaning
 * to. It need not read the same: what a model says of it is held against the text itself.
 */
export function quotedLine(text: string): string {
  return quoted(text.replace(/\s+/gu, ' ').trim())
}

/** As `quotedLine`, for several lines or none. */
export function quoted(text: string): string {
  return text.replace(/[<＜]/gu, '‹').replace(/\[(?=\/?[A-Z_]{2})/gu, '［')
}

/** Where a passage stands, for an attribute of its fence. */
export function quotedSource(names: readonly string[]): string {
  return names
    .map((name) => quotedLine(name).replaceAll('"', '”').slice(0, longestHeading))
    .filter(Boolean)
    .join(' › ')
}
