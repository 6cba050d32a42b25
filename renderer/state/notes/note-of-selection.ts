import type { NewNote } from '@shared/api/notes-api'
import type { DocumentStructure } from '@shared/documents'
import type { EvidenceItem } from '@shared/events'

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
}

/** Beyond this many UTF-16 units a selection is not looked for: too much for one pattern. */
const longest = 20_000

/**
 * Selected text as a note: as its source has it, tied to the place. Where what is shown differs from the document's text, as between
 * the marks of Markdown, a quotation with the document's name, which claims no place.
 */
export function noteOfSelection(document: NotedDocument, { text, page }: Selected): NewNote {
  const place = placeOf(document, text, page)
  const from = { document_id: document.id }
  if (!place) {
    const quoted = text.replace(/^/gmu, '> ')
    return { kind: 'text', text: `${quoted}\n\n— ${document.name}`, sources: [], refs: [], from }
  }
  const source = evidenceAt(document, place)
  const ref = { number: 1, evidence_id: source.evidence_id, selector: `chars:0-${source.text.length}` }
  return { kind: 'passage', text: source.text, sources: [source], refs: [ref], from }
}

interface Place {
  readonly start: number
  readonly end: number
}

/** Where words stand in a document, however its lines break: on the page they were selected on, else where they come first. */
function placeOf({ text, structure }: NotedDocument, selected: string, page: number | null): Place | null {
  const words = selected.split(/\s+/u).filter((word) => word !== '')
  if (words.length === 0 || selected.length > longest) return null
  const pattern = new RegExp(
    words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)).join(String.raw`\s*`),
    'gu',
  )
  const from = structure.pages.find(({ number }) => number === page)?.start ?? 0
  pattern.lastIndex = from
  const found = pattern.exec(text) ?? (from > 0 ? pattern.exec(text) : null)
  return found && { start: found.index, end: found.index + found[0].length }
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
