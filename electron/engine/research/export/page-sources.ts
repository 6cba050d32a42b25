import { fillIn } from '@shared/note'
import type { EvidenceItem } from '@shared/events'
import type { ReportRef, ResearchReport } from '@shared/research/research-report'
import type { ResearchLanguage } from '@shared/research/plan-spec'
import { placeAt } from '@shared/session/evidence-place'
import { placeToSay } from '@shared/session/page-unit'
import { resolveSelector } from '@shared/session/selector'
import { exportWords } from '@engine/session/export/pages/readable-session'

/** A source as a report lists it. */
export interface PageSource {
  readonly number: number
  /** The document's name. */
  readonly name: string
  /** Headings and page, as people say them; empty where neither is known. */
  readonly place: string
  readonly text: string
  /** The cited parts of the text, in order and without overlaps, 0-based half-open. */
  readonly cited: readonly { readonly start: number; readonly end: number }[]
}

/** A numbered source, and which parts of it are cited. */
export interface CitedSource {
  readonly number: number
  readonly item: EvidenceItem
  readonly selectors: ReadonlySet<string>
}

/** What a report cites, by number. A number whose evidence the run does not have is left out. */
export function pageSources(report: ResearchReport, evidence: readonly EvidenceItem[]): PageSource[] {
  const byId = new Map(evidence.map((item) => [item.evidence_id, item]))
  const cited = new Map<number, { number: number; item: EvidenceItem; selectors: Set<string> }>()
  for (const { number, evidence_id: id, selector } of refsOf(report)) {
    const item = byId.get(id)
    if (!item) continue
    const known = cited.get(number) ?? { number, item, selectors: new Set<string>() }
    cited.set(number, known)
    if (known.item.evidence_id === id) known.selectors.add(selector)
  }
  return [...cited.values()]
    .toSorted((a, b) => a.number - b.number)
    .map((source) => pageSource(source, report.language))
}

/** A source as pages list it. */
export function pageSource({ number, item, selectors }: CitedSource, language: ResearchLanguage): PageSource {
  const parts = partsOf(item.text, selectors)
  return {
    number,
    name: item.document_title ?? item.document_name,
    place: placeOf(item, parts[0]?.start ?? 0, language),
    text: item.text,
    cited: parts,
  }
}

/** Every citation of a report, in reading order. */
export function refsOf({ summary, sections, not_found: notFound, not_read: notRead }: ResearchReport): ReportRef[] {
  const sentences = [summary, notFound, notRead].flat().flatMap(({ refs }) => refs)
  const blocks = sections.flatMap((section) => section.blocks)
  const inBlocks = blocks.flatMap((block): ReportRef[] => {
    switch (block.type) {
      case 'paragraph':
        return block.sentences.flatMap(({ refs }) => refs)
      case 'list':
        return block.items.flat().flatMap(({ refs }) => refs)
      case 'table':
        return block.rows.flat().flatMap(({ refs }) => refs)
      case 'timeline':
      case 'terms':
        return block.entries.flatMap((entry) => entry.sentences.flatMap(({ refs }) => refs))
      case 'chart':
        return block.refs
      case 'conflict':
        return block.sides.flat().flatMap(({ refs }) => refs)
    }
  })
  return [...sentences, ...inBlocks]
}

function placeOf(item: EvidenceItem, offset: number, language: ResearchLanguage): string {
  const at = placeAt(item, item.start + offset)
  const {
    heading_path: path,
    page,
    unit,
  } = placeToSay({ heading_path: [...at.heading_path], page: at.page }, item.format)
  const parts = [path.join(' › '), page === null ? '' : fillIn(exportWords[language][unit], { page })]
  return parts.filter((part) => part !== '').join(' · ')
}

function partsOf(text: string, selectors: ReadonlySet<string>): { start: number; end: number }[] {
  const found = [...selectors].flatMap((selector) => {
    try {
      return resolveSelector(text, selector).pieces
    } catch {
      // The passage is shown whole, with nothing marked.
      return []
    }
  })
  const merged: { start: number; end: number }[] = []
  for (const { start, end } of found.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}
