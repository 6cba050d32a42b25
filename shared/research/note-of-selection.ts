import type { NewNote } from '../api/notes-api'
import { type DocumentStructure, isMarkdown } from '../documents'
import type { EvidenceItem } from '../events'

/** A document as a note needs it; `text` is its extracted text. */
export interface NotedDocument {
  readonly id: string
  readonly name: string
  readonly text: string
  readonly structure: DocumentStructure
}

interface Selected {
  readonly text: string
  /** The 1-based page it begins on, where there are pages. */
  readonly page: number | null
  /** About where it stands in the text, to choose among places with the same words; null where nobody knows. */
  readonly near: number | null
}

/** Beyond this many UTF-16 units a selection is not looked for: too much for one pattern. */
const longest = 20_000

/**
 * Selected text as a note: as its source has it, tied to the place. Where what is shown differs from the document's text, as between
 * the marks of Markdown, a quotation with the document's name, which claims no place.
 */
export function noteOfSelection(document: NotedDocument, selected: Selected): NewNote {
  const { text } = selected
  const place = placeOf(document, selected)
  const from = { document_id: document.id }
  if (!place) {
    const quoted = text.replace(/^/gmu, '> ')
    return { kind: 'text', text: `${quoted}\n\n— ${document.name}`, sources: [], refs: [], from }
  }
  return noteOfPlace(document, place)
}

/** A stretch of a document as a note, 0-based half-open offsets into its text. */
export function noteOfPlace(document: NotedDocument, place: Place): NewNote {
  const source = evidenceAt(document, place)
  const ref = { number: 1, evidence_id: source.evidence_id, selector: `chars:0-${source.text.length}` }
  const from = { document_id: document.id }
  return { kind: 'passage', text: source.text, sources: [source], refs: [ref], from }
}

/** How much of the text on either side is kept with a highlight, in UTF-16 units. */
const aroundLength = 64

/** A note as a highlight of its document, with what stands around it; null where it has no place there. */
export function highlightOf({ id, name, text }: NotedDocument, note: NewNote) {
  const [source] = note.sources
  if (!source) return null
  const around = {
    before: text.slice(Math.max(0, source.start - aroundLength), source.start),
    after: text.slice(source.end, source.end + aroundLength),
  }
  return { document_id: id, title: name.slice(0, 200), note: { ...note, around } }
}

interface Place {
  readonly start: number
  readonly end: number
}

/** What may stand between two words: white space, and in Markdown also its marks and the addresses of links. */
const between = { plain: String.raw`\s*`, marked: String.raw`(?:[\s*_~\x60>#|\\!\[-]|\](?:\([^)\s]{0,500}\))?)*` }

/** Where words stand in a document, however its lines break: nearest to where they were selected, else where they come first. */
function placeOf({ text, structure }: NotedDocument, { text: selected, page, near }: Selected): Place | null {
  const words = selected.split(/\s+/u).filter((word) => word !== '')
  if (words.length === 0 || selected.length > longest) return null
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`))
  const from = near ?? structure.pages.find(({ number }) => number === page)?.start ?? null
  const nearest = (gap: string) => nearestMatch(text, new RegExp(escaped.join(gap), 'gu'), from)
  return nearest(between.plain) ?? (isMarkdown(structure.format) ? nearest(between.marked) : null)
}

/** Looked through before the nearest is chosen. */
const mostMatches = 2000

function nearestMatch(text: string, pattern: RegExp, from: number | null): Place | null {
  let best: Place | null = null
  let seen = 0
  for (const { index, 0: found } of text.matchAll(pattern)) {
    if (best && from !== null && Math.abs(index - from) > Math.abs(best.start - from)) break
    best = { start: index, end: index + found.length }
    seen += 1
    if (from === null || seen === mostMatches) break
  }
  return best
}

function evidenceAt({ id, name, text, structure }: NotedDocument, { start, end }: Place): EvidenceItem {
  const block = structure.blocks.findLast((one) => one.start <= start)
  const page = structure.pages.findLast((one) => one.start <= start && one.is_picture !== true)?.number
  return {
    number: 1,
    evidence_id: `selected-${id}-${start}-${end}`,
    kind: 'kb',
    document_id: id,
    document_name: name,
    ...(structure.title !== '' && { document_title: structure.title }),
    format: structure.format,
    heading_path: block?.heading_path ?? [],
    page: page ?? block?.page ?? null,
    start,
    end,
    text: text.slice(start, end),
    score: 1,
  }
}
