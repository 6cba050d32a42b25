import type { Block } from '@shared/documents'
import { trimSpan } from './source-text'

/** Adds paragraphs for words between blocks, such as link definitions, so that no word is lost to search. */
export function coverRest(text: string, from: number, blocks: readonly Block[]): Block[] {
  const covered: Block[] = []
  let last = from
  let path: string[] = []
  const cover = (start: number, end: number): void => {
    const span = trimSpan(text, start, end)
    if (span && /[\p{L}\p{N}]/u.test(text.slice(span.start, span.end))) {
      covered.push({ kind: 'paragraph', ...span, heading_path: path })
    }
  }
  for (const block of blocks) {
    cover(last, block.start)
    covered.push(block)
    last = block.end
    path = block.heading_path
  }
  cover(last, text.length)
  return covered
}
