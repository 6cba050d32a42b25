const noteLink = /!?\[\[([^[\]|#\n]{1,200})(?:#[^[\]|\n]{0,200})?(?:\|([^[\]\n]{1,200}))?\]\]/gu

/** A text as people read it whose notes link to each other: `[[Page#Heading|shown]]` is "shown", `![[Page]]` is "Page". */
export function withoutLinkMarks(text: string): string {
  return text.includes('[[') ? text.replace(noteLink, (_, page: string, shown?: string) => shown ?? page) : text
}
