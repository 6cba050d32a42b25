import { expect } from 'vitest'
import type { ParsedText } from '@engine/ingest/parsers/parser'
import { parserOf } from '@engine/ingest/parsers/registry'
import { sniffFormat } from '@engine/ingest/files/sniff'

/** Parses bytes or UTF-8 text as a file of this name, and checks what every parser promises. */
export async function parse(content: Uint8Array | string, name: string): Promise<ParsedText> {
  const bytes = typeof content === 'string' ? new Uint8Array(Buffer.from(content)) : content
  const parsed = await parserOf(sniffFormat(bytes, name)).parse({ bytes, name })
  expectSound(parsed)
  return parsed
}

/** Blocks are trimmed, in order, apart, inside the text; pages and items lie inside it too. */
export function expectSound({ text, structure }: ParsedText): void {
  let last = 0
  for (const block of structure.blocks) {
    expect(block.start).toBeGreaterThanOrEqual(last)
    expect(block.end).toBeGreaterThan(block.start)
    const slice = text.slice(block.start, block.end)
    expect(slice).toBe(slice.trim())
    last = block.end
  }
  expect(last).toBeLessThanOrEqual(text.length)
  for (const page of structure.pages) {
    for (const [start, end] of page.items) {
      expect(start).toBeGreaterThanOrEqual(page.start)
      expect(end).toBeGreaterThan(start)
      expect(end).toBeLessThanOrEqual(page.end)
    }
  }
}

/** `kind: text` of every block, for tests to compare. */
export function blockLines({ text, structure }: ParsedText): string[] {
  return structure.blocks.map((block) => `${block.kind}: ${text.slice(block.start, block.end)}`)
}
