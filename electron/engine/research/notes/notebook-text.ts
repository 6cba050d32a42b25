import type { Notebook, NoteItem } from '@shared/research/notebook'

/**
 * A notebook as the Markdown that the library reads. Citation marks are left out, because they would pass for marks of the answer that
 * quotes them. Sources are not repeated: the library has them already, and a line that names them would be quoted as if it said something.
 */
export function notebookText({ title, items }: Notebook): string {
  return `${[`# ${title}`, ...items.map(noteText)].join('\n\n')}\n`
}

function noteText({ text, sources }: NoteItem): string {
  const own = new Set(sources.map(({ number }) => number))
  const unmarked = text.replace(/[^\S\n]?\[(\d{1,6})\]/gu, (mark, number) => (own.has(Number(number)) ? '' : mark))
  return unmarked.trim()
}
