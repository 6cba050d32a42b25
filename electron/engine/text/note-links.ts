import type { Span } from './sentences/sentences'

/** `[[Page#Heading|shown]]`, and `![[Page]]` where another note is shown in this one. */
const noteLink = /!?\[\[([^[\]|#\n]{1,200})(?:#[^[\]|\n]{0,200})?(?:\|([^[\]\n]{1,200}))?\]\]/gu

/** A text as people read it whose notes link to each other: `[[Page#Heading|shown]]` is "shown", `![[Page]]` is "Page". */
export function withoutLinkMarks(text: string): string {
  return text.includes('[[') ? text.replace(noteLink, (_, page: string, shown?: string) => shown ?? page) : text
}

/** The same with blanks for the marks, so that offsets stay, and where the words of the links stand. */
export function withBlankLinkMarks(text: string): { readonly text: string; readonly links: readonly Span[] } {
  const links: Span[] = []
  const read = text.replace(noteLink, (whole: string, page: string, shown: string | undefined, at: number) => {
    const words = shown ?? page
    const before = whole.lastIndexOf(words)
    links.push({ start: at + before, end: at + before + words.length })
    return ' '.repeat(before) + words + ' '.repeat(whole.length - before - words.length)
  })
  return { text: read, links }
}
