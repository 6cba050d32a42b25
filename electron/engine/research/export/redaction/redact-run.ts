import type { Claim, ClaimSource } from '@shared/research/claim-ledger'
import { ResearchRun } from '@shared/research/research-run'
import type { ReportRef } from '@shared/research/research-report'
import type { EvidenceItem } from '@shared/session/evidence-item'
import { isSensitive } from '@engine/session/context/current-sensitivity'
import { mapStrings } from '@engine/session/export/redaction/map-strings'
import { redactedMark } from '@engine/session/export/redaction/redact'
import { SensitiveWords } from '@engine/session/export/redaction/sensitive-words'
import { applyEdits, type Edit, moveSelector } from '@engine/session/export/redaction/text-edits'
import { TextRedaction } from '@engine/session/export/redaction/text-redaction'
import { redactReport } from './redact-report'
import {
  addSensitive,
  hiddenEvidence,
  type Redacted,
  type Redacting,
  type SensitiveLibrary,
} from './sensitive-evidence'

/**
 * A copy of a run without what must not leave this machine, by the rules of sessions: passages of documents that are confidential or
 * secret now, claims and sentences that cite them, copies of their sentences and names elsewhere; paths. The run stays as it is.
 */
export function redactRun(run: ResearchRun, asked: Redacting, library: SensitiveLibrary): Redacted<ResearchRun> {
  const none = { passages: 0, sentences: 0, paths: 0 }
  if (asked.leave_out_sensitive === false && asked.replace_paths !== true) return { copy: run, report: none }
  return new RunRedaction(run, asked, library).done()
}

class RunRedaction {
  readonly #hidden: ReadonlySet<string>
  readonly #texts: TextRedaction
  readonly #edits = new Map<string, readonly Edit[]>()
  readonly #marker: string

  constructor(
    private readonly run: ResearchRun,
    private readonly asked: Redacting,
    private readonly library: SensitiveLibrary,
  ) {
    this.#marker = redactedMark(run.report?.language ?? run.plan?.language)
    this.#hidden =
      asked.leave_out_sensitive !== false ? hiddenEvidence(run.evidence, run.sensitivity, library) : new Set()
    const words = asked.leave_out_sensitive !== false ? this.#sensitiveWords() : new SensitiveWords(this.#marker)
    this.#texts = new TextRedaction(words, { marker: this.#marker, paths: asked.replace_paths === true })
  }

  done(): Redacted<ResearchRun> {
    const { run } = this
    const evidence = run.evidence.filter(({ evidence_id: id }) => !this.#hidden.has(id)).map((item) => this.#item(item))
    const foundBy = Object.entries(run.found_by ?? {}).map(([task, ids]) => [task, ids.filter((id) => this.#stays(id))])
    const report = run.report && redactReport(run.report, this.#reportEdits())
    const rebuilt = {
      ...run,
      evidence,
      found_by: Object.fromEntries(foundBy) as ResearchRun['found_by'],
      ledger: this.#ledger(),
      library: this.#library(),
      report,
      ...(this.#hidden.size > 0 ? { sensitivity: undefined } : {}),
    }
    const copy = ResearchRun.parse(mapStrings(rebuilt, (text) => applyEdits(text, this.#texts.edits(text))))
    const { sentences, paths } = this.#texts.count
    const left = run.ledger.claims.length - rebuilt.ledger.claims.length
    const counted = { passages: this.#hidden.size, sentences: sentences + left, paths }
    const isChanged = counted.passages + counted.sentences + counted.paths > 0
    return { copy: isChanged ? { ...copy, redacted: true } : copy, report: counted }
  }

  #sensitiveWords(): SensitiveWords {
    const words = new SensitiveWords(this.#marker)
    addSensitive(words, this.run.evidence, this.#hidden, this.library)
    for (const claim of this.run.ledger.claims) if (this.#goes(claim)) words.addSaid(claim.text)
    return words
  }

  #reportEdits() {
    return {
      marker: this.#marker,
      isHidden: (ref: ReportRef) => !this.#stays(ref.evidence_id),
      words: (text: string) => this.#derived(text),
      ref: (ref: ReportRef) => this.#moved(ref),
    }
  }

  #item(item: EvidenceItem): EvidenceItem {
    const edits = this.#texts.edits(item.text)
    this.#edits.set(item.evidence_id, edits)
    return { ...item, text: applyEdits(item.text, edits) }
  }

  #ledger(): ResearchRun['ledger'] {
    const { claims, conflicts, gaps } = this.run.ledger
    const kept = claims.filter((claim) => !this.#goes(claim))
    const left = new Set(kept.map(({ id }) => id))
    const sources = (all: readonly ClaimSource[]) =>
      all.filter(({ evidence_id: id }) => this.#stays(id)).map((source) => this.#moved(source))
    return {
      claims: kept.map((claim) => ({
        ...claim,
        text: this.#derived(claim.text),
        for: sources(claim.for),
        against: sources(claim.against),
      })),
      conflicts: conflicts.filter((conflict) => conflict.claims.every((id) => left.has(id))),
      gaps: gaps.map((gap) => ({ ...gap, missing: this.#derived(gap.missing) })),
    }
  }

  /** Hashes of what is hidden would tell who has the same file. */
  #library(): ResearchRun['library'] {
    const { library } = this.run
    if (!library || this.asked.leave_out_sensitive === false) return library
    const open = Object.entries(library.documents).filter(([id]) => !isSensitive(this.library.sensitivityOf(id)))
    const hidden = new Set(this.run.evidence.flatMap((item) => (this.#stays(item.evidence_id) ? [] : item.document_id)))
    return { documents: Object.fromEntries(open.filter(([id]) => !hidden.has(id))) }
  }

  /** A text that was made of what was found: the user's own words stay. */
  #derived(text: string): string {
    const { goal } = this.run.header
    return this.#texts.derived(text, (words) => goal.includes(words))
  }

  #goes(claim: Claim): boolean {
    return claim.for.some(({ evidence_id: id }) => !this.#stays(id))
  }

  #stays(evidenceId: string): boolean {
    return !this.#hidden.has(evidenceId)
  }

  #moved<Ref extends { readonly evidence_id: string; readonly selector: string }>(ref: Ref): Ref {
    return { ...ref, selector: moveSelector(this.#edits.get(ref.evidence_id) ?? [], ref.selector) }
  }
}
