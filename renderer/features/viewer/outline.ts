import type { Block } from '@shared/documents'
import type { Range } from './text/marks'

export interface OutlineEntry extends Range {
  readonly title: string
  /** 1 for the outermost. */
  readonly level: number
}

/** The headings of a document, with levels made dense: a document that begins at level 3 begins at 1. */
export function outlineOf(blocks: readonly Block[]): OutlineEntry[] {
  const open: number[] = []
  return blocks.flatMap((block) => {
    if (block.kind !== 'heading') return []
    const level = block.level ?? 1
    while ((open.at(-1) ?? 0) >= level) open.pop()
    open.push(level)
    return [{ title: block.heading_path.at(-1) ?? '', level: open.length, start: block.start, end: block.end }]
  })
}
