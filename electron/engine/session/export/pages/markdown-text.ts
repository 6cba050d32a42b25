/** Text so that Markdown shows it letter for letter, wherever it stands; line breaks stay. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]<>|~&$()!]/gu, '\\$&')
    .replace(/^(\s*)([#+=-])/gmu, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])/gmu, (_whole, number: string, mark: string) => `${number}\\${mark}`)
    .replace(/\b(https?|ftp|mailto|xmpp):/giu, '$1\\:')
    .replace(/\bwww\./giu, 'www\\.')
}

/** As `escapeMarkdown`, on one line. */
export function escapeMarkdownLine(text: string): string {
  return escapeMarkdown(text.replace(/\s+/gu, ' ').trim())
}

/** Text in a fence that is longer than any run of backticks inside. */
export function fenced(text: string, info = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${/^[\w+#.-]{1,40}$/u.test(info) ? info : ''}\n${text.replace(/\n$/u, '')}\n${fence}`
}

/** Text as code within a line. */
export function inlineCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence} ${text.replace(/\s+/gu, ' ')} ${fence}`
}

/**
 * Escaped text in bold, between the characters `before` and `after` (empty at the ends of a line). Asterisks right
 * between a letter and a full stop are not read as bold (Chinese text has no spaces to help); there it is the element.
 */
export function bold(escaped: string, before: string, after: string): string {
  const letters = Array.from(escaped)
  const opens = isEdge(letters[0] ?? '', before)
  return opens && isEdge(letters.at(-1) ?? '', after) ? `**${escaped}**` : `<b>${escaped}</b>`
}

function isEdge(inside: string, outside: string): boolean {
  if (/^\s?$/u.test(inside)) return false
  return !/^[\p{P}\p{S}]$/u.test(inside) || /^[\s\p{P}\p{S}]?$/u.test(outside)
}
