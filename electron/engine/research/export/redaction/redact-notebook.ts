import { Notebook, type NoteItem } from '@shared/research/notebook-shapes'
import { isSensitive } from '@engine/session/context/current-sensitivity'
import { mapStrings } from '@engine/session/export/redaction/map-strings'
import { redactedMark } from '@engine/session/export/redaction/redact'
import { SensitiveWords } from '@engine/session/export/redaction/sensitive-words'
import { applyEdits, moveSelector } from '@engine/session/export/redaction/text-edits'
import { TextRedaction } from '@engine/session/export/redaction/text-redaction'
import { detectLanguage } from '@engine/text/language'
import {
  addSensitive,
  hiddenEvidence,
  type Redacted,
  type Redacting,
  type SensitiveLibrary,
} from './sensitive-evidence'

/**
 * A copy of a notebook without what must not leave this machine: notes that rest on a document which is confidential or secret now, copies
 * of its sentences and names elsewhere; paths. The notebook stays as it is.
 */
export function redactNotebook(notebook: Notebook, asked: Redacting, library: SensitiveLibrary): Redacted<Notebook> {
  const { leave_out_sensitive: sensitive = true, replace_paths: paths = false } = asked
  if (!sensitive && !paths) return { copy: notebook, report: { passages: 0, sentences: 0, paths: 0 } }
  const marker = redactedMark(detectLanguage(notebook.items.map(({ text }) => text).join('\n')))
  const sources = notebook.items.flatMap((item) => item.sources)
  const hidden = sensitive ? hiddenEvidence(sources, undefined, library) : new Set<string>()
  const goes = ({ sources: own, from }: NoteItem) =>
    sensitive &&
    (own.some(({ evidence_id: id }) => hidden.has(id)) ||
      (from.document_id !== undefined && isSensitive(library.sensitivityOf(from.document_id))))
  const words = new SensitiveWords(marker)
  if (sensitive) addSensitive(words, sources, hidden, library)
  // What its user changed of it is no copy of a passage any more, and said from it all the same.
  for (const item of notebook.items) if (goes(item)) words.addText(`${item.text}\n${item.comment ?? ''}`)
  const texts = new TextRedaction(words, { marker, paths })
  const items = notebook.items.map((item) => (goes(item) ? emptied(item, marker) : edited(item, texts)))
  const copy = Notebook.parse(mapStrings({ ...notebook, items }, (text) => applyEdits(text, texts.edits(text))))
  return { copy, report: { passages: notebook.items.filter(goes).length, ...texts.count } }
}

/** What is left of a note: that there was one. */
function emptied({ id, kind, at }: NoteItem, marker: string): NoteItem {
  return { id, kind, at, text: marker, sources: [], refs: [], from: {}, edited: false }
}

/** A note whose citations lead to the same words of its sources as before. */
function edited(item: NoteItem, texts: TextRedaction): NoteItem {
  const edits = new Map(item.sources.map(({ evidence_id: id, text }) => [id, texts.edits(text)]))
  return {
    ...item,
    sources: item.sources.map((one) => ({ ...one, text: applyEdits(one.text, edits.get(one.evidence_id) ?? []) })),
    refs: item.refs.map((ref) => ({ ...ref, selector: moveSelector(edits.get(ref.evidence_id) ?? [], ref.selector) })),
  }
}
