import type { EvidenceItem } from '@shared/session/evidence-item'
import type { Sensitivity } from '@shared/session/session-context'
import type { RedactionReport } from '@shared/session/turn-context'
import { isSensitive, type SensitivityOf } from '@engine/session/context/current-sensitivity'
import type { SensitiveWords } from '@engine/session/export/redaction/sensitive-words'

/** What is to be left out of a copy that leaves this machine. */
export interface Redacting {
  readonly leave_out_sensitive?: boolean | undefined
  readonly replace_paths?: boolean | undefined
}

/** What the library knows of sensitive documents. */
export interface SensitiveLibrary {
  readonly sensitivityOf: SensitivityOf
  /** Names that only sensitive documents have. */
  readonly sensitiveNames: () => readonly string[]
  /** Whether a document is in the library. */
  readonly isKnown: (documentId: string) => boolean
}

/** A copy, and how much is missing in it. */
export interface Redacted<Whole> {
  readonly copy: Whole
  readonly report: RedactionReport
}

/**
 * Ids of what comes from documents that are confidential or secret now, and of results that tools made of them. `whole` is how
 * sensitive all of it was said to be where it comes from: documents that are not known here may be as sensitive.
 */
export function hiddenEvidence(
  evidence: readonly EvidenceItem[],
  whole: Sensitivity | undefined,
  library: SensitiveLibrary,
): Set<string> {
  const isHidden = ({ kind, document_id: id }: EvidenceItem) =>
    isSensitive(library.sensitivityOf(id)) || (kind !== 'tool' && isSensitive(whole) && !library.isKnown(id))
  const hidden = evidence.filter(isHidden)
  const calls = new Set(hidden.flatMap(({ call_id: call }) => call ?? []))
  const made = evidence.filter(({ kind, call_id: call }) => kind === 'tool' && call !== undefined && calls.has(call))
  return new Set([...hidden, ...made].map(({ evidence_id: id }) => id))
}

/** Adds the sentences, names and headings of hidden evidence. A name that a passage which stays has too is no secret. */
export function addSensitive(
  words: SensitiveWords,
  evidence: readonly EvidenceItem[],
  hidden: ReadonlySet<string>,
  { sensitiveNames }: Pick<SensitiveLibrary, 'sensitiveNames'>,
): void {
  const open = evidence.filter(({ evidence_id: id }) => !hidden.has(id))
  const isOpen = new Set(open.flatMap((item) => [...namesOf(item), ...item.heading_path]))
  for (const item of evidence) {
    if (!hidden.has(item.evidence_id)) continue
    words.addText(item.text)
    for (const name of namesOf(item)) if (!isOpen.has(name)) words.addName(name)
    for (const heading of item.heading_path) if (!isOpen.has(heading)) words.addHeading(heading)
  }
  for (const name of sensitiveNames()) if (!isOpen.has(name)) words.addName(name)
}

function namesOf({ document_name: name, document_title: title }: EvidenceItem): string[] {
  return title === undefined ? [name] : [name, title]
}
