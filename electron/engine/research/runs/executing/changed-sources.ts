import { fillIn, type Note, note, noteText } from '@shared/note'
import type { ReportSentence, ResearchReport } from '@shared/research/research-report'
import type { LibrarySeen, ResearchRun } from '@shared/research/research-run'
import type { EvidenceItem } from '@shared/session/evidence-item'
import chinese from '@resources/words/notes.zh.json'
import type { KnownDocument } from '../research-rooms'

type Documents = (id: string) => KnownDocument | undefined

/** The documents of new evidence as they are now; null where the run knows them all. */
export function documentsSeen(
  { library }: Pick<ResearchRun, 'library'>,
  found: readonly Pick<EvidenceItem, 'document_id'>[],
  documents: Documents,
): LibrarySeen | null {
  const seen = Object.fromEntries(
    [...new Set(found.map(({ document_id: id }) => id))].flatMap((id) => {
      const hash = library?.documents[id] === undefined ? documents(id)?.hash : undefined
      return hash === undefined ? [] : [[id, hash]]
    }),
  )
  return Object.keys(seen).length > 0 ? { documents: seen } : null
}

/** What became of documents since they were read: removed, or of another content. One removed before it was noted counts as well. */
export function changedSources({ evidence, library }: ResearchRun, documents: Documents): Note[] {
  const names = new Map(evidence.map(({ document_id: id, document_name: name }) => [id, name]))
  const seen = Object.entries(library?.documents ?? {})
  const unseen = evidence
    .filter(({ kind, document_id: id }) => (kind === 'kb' || kind === 'graph') && library?.documents[id] === undefined)
    .filter(({ document_id: id }) => !documents(id))
    .map(({ document_name: name }) => name)
  const gone = [...new Set(unseen)].map((name) => note('research_document_gone', { name }))
  const changed = seen.flatMap(([id, hash]) => {
    const now = documents(id)
    const name = names.get(id) ?? id
    if (!now) return note('research_document_gone', { name })
    return now.hash === hash ? [] : note('research_document_changed', { name: now.name })
  })
  return [...changed, ...gone]
}

/** A report that says what else must be known of what it was made from. */
export function withNotices(report: ResearchReport, notices: readonly Note[]): ResearchReport {
  const told = new Set(report.not_read.map(({ text }) => text))
  const sentences = notices
    .map((notice): ReportSentence => ({ text: inWords(notice, report.language), kind: 'frame', refs: [], claims: [] }))
    .filter(({ text }) => !told.has(text))
  return { ...report, not_read: [...report.not_read, ...sentences] }
}

/** A notice as a whole sentence. */
function inWords(notice: Note, language: ResearchReport['language']): string {
  const text: string | undefined =
    language === 'zh' ? Object.entries(chinese).find(([key]) => key === notice.key)?.[1] : undefined
  return text === undefined ? `${noteText(notice)}.` : `${fillIn(text, notice.values)}。`
}
