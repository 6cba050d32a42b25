/** Keeps track of the headings above the current place of a document. */
export class HeadingPath {
  #open: { level: number; title: string }[] = []

  /** Opens a section; deeper and equal ones end. */
  enter(level: number, title: string): void {
    while ((this.#open.at(-1)?.level ?? 0) >= level) this.#open.pop()
    this.#open.push({ level, title })
  }

  current(): string[] {
    return this.#open.map((heading) => heading.title)
  }
}

const longestTitle = 200

/** A heading on one line, of bounded length, without half characters at the cut. */
export function headingTitle(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  return line.length <= longestTitle ? line : `${line.slice(0, longestTitle).replace(/\p{Surrogate}$/u, '')}…`
}
