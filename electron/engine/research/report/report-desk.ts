import type { EvidenceItem } from '@shared/events'
import { fillIn, type NoteValues } from '@shared/note'
import type { Claim } from '@shared/research/claim-ledger'
import type { PlannedSection, ResearchLanguage } from '@shared/research/plan-spec'
import type { ReportCell, ReportRef, ReportSentence } from '@shared/research/research-report'
import type { ResearchRun } from '@shared/research/research-run'
import english from '@resources/words/report.en.json'
import chinese from '@resources/words/report.zh.json'

type Words = typeof english
const words: Readonly<Record<ResearchLanguage, Words>> = { en: english, zh: chinese }

/** A section that is being arranged: its claims, the best first. */
export interface SectionToWrite {
  readonly section: PlannedSection
  readonly claims: readonly Claim[]
}

/** More marks on one sentence tell the reader nothing new. */
const mostRefs = 4

/** What sections are arranged with: the claims and the evidence of one run, and words of its language. */
export class ReportDesk {
  readonly language: ResearchLanguage
  readonly #evidence: ReadonlyMap<string, EvidenceItem>

  constructor(readonly run: ResearchRun) {
    this.language = run.plan?.language ?? 'en'
    this.#evidence = new Map(run.evidence.map((item) => [item.evidence_id, item]))
  }

  get words(): Words {
    return words[this.language]
  }

  say(key: Exclude<keyof Words, 'headings'>, values: NoteValues = {}): string {
    return fillIn(this.words[key], values)
  }

  frame(text: string): ReportSentence {
    return { text, kind: 'frame', refs: [], claims: [] }
  }

  /** The piece of evidence that a claim is taken from. */
  itemOf(claim: Claim): EvidenceItem | undefined {
    const [first] = claim.for
    return first && this.#evidence.get(first.evidence_id)
  }

  /** The documents that a claim is said by, and whether each is one. */
  readOf({ for: sources }: Claim): { isOfDocument: boolean; documentId: string }[] {
    return sources.map(({ evidence_id: id, document_id: documentId }) => {
      return { documentId, isOfDocument: this.#evidence.get(id)?.kind === 'kb' }
    })
  }

  /** A claim as a sentence with its marks. */
  sentence(claim: Claim): ReportSentence {
    const { text, wording, id } = claim
    return { text, kind: wording, refs: this.refs(claim), claims: [id] }
  }

  cell(claim: Claim | undefined): ReportCell {
    return claim ? { text: claim.text, refs: this.refs(claim) } : { text: '', refs: [] }
  }

  refs({ for: sources }: Claim): ReportRef[] {
    const known = sources.flatMap(({ evidence_id, selector }) => {
      const item = this.#evidence.get(evidence_id)
      return item ? [{ number: item.number, evidence_id, selector }] : []
    })
    return known.slice(0, mostRefs)
  }

  /** Claims as they stand in their documents: the document of the best claim first. */
  inReadingOrder(claims: readonly Claim[]): Claim[] {
    const documents = [...new Set(claims.map((claim) => this.itemOf(claim)?.document_id ?? ''))]
    const placeOf = (claim: Claim) => {
      const item = this.itemOf(claim)
      return { document: documents.indexOf(item?.document_id ?? ''), at: (item?.start ?? 0) + startOf(claim) }
    }
    return claims
      .map((claim) => ({ claim, ...placeOf(claim) }))
      .toSorted((a, b) => a.document - b.document || a.at - b.at)
      .map(({ claim }) => claim)
  }
}

/** Where a claim begins in its evidence. */
export function startOf({ for: [first] }: Claim): number {
  return Number(/^chars:(\d+)-/u.exec(first?.selector ?? '')?.[1] ?? 0)
}
