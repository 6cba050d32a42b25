import { plainMarkdown } from '@renderer/ui/text/plain-markdown'

/** What a search found in a chat as one line: without marks of Markdown and of citations, and nothing where it only repeats the title. */
export function shownSnippet(snippet: string, title: string): string {
  const line = (text: string) => text.replace(/\s+/gu, ' ').trim()
  const shown = line(plainMarkdown(snippet).text.replace(/\s*\[\d{1,3}\]/gu, ''))
  return line(title).startsWith(shown) ? '' : shown
}
