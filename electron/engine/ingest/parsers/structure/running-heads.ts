import type { PartLabels } from './part-labels'
import type { StructureBuilder } from './structure-builder'

/** Writes the headers and footers of a document's pages at its end: each different line once, none that only counts pages. */
export function addRunningHeads(builder: StructureBuilder, texts: Iterable<string>, labels: PartLabels): void {
  const lines = new Set<string>()
  for (const text of texts) if (saysMoreThanItsPage(text)) lines.add(text.replace(/\s+/gu, ' ').trim())
  if (lines.size > 0) builder.add('heading', labels.headersAndFooters, { level: 1 })
  for (const line of lines) builder.add('paragraph', line)
}

function saysMoreThanItsPage(text: string): boolean {
  return /\p{L}{2,}|\p{Script=Han}/u.test(text.replace(/\b(?:page|of)\b|[第共页頁/]/giu, ''))
}
