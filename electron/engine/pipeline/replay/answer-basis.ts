import { z } from 'zod'
import { Gap } from '@shared/documents'
import type { SessionContext } from '@shared/session/session-context'
import type { ToolRun } from '@shared/tools/tool-run'
import type { AnswerBasis } from '@shared/session/turn-trace'
import { readQuestion } from '@engine/question/asked-question'
import type { Passage } from '@engine/retrieval/passage'
import { passageOfEvidence } from '@engine/session/context/evidence'
import type { Basis, EvidenceIds, LibraryFacts, PipelineRooms, Retrieved, Rewrite, TurnRequest } from '../turn'
import type { LibraryOverview, LibrarySurvey } from '../forms/form-evidence'
import { respell } from '../rewrite/correct-spelling'
import { toolsOfRecord, toolsToRecord } from '../records/record-tools'
import { isFrom } from '../forms/overview/write-overview'

interface Composed {
  readonly request: TurnRequest
  readonly rewrite: Rewrite
  readonly basis: Basis
  readonly lookups: AnswerBasis['lookups']
  readonly quoted: boolean
}

/** What an answer was composed from, in the form the session's record keeps. */
export function toRecord(
  { request, rewrite, basis: { retrieved, ids }, lookups, quoted }: Composed,
  { library }: Pick<PipelineRooms, 'library'>,
): AnswerBasis {
  const { survey, overview, nearest, absent, gaps, unread, limited, passages, tools } = retrieved
  const { isUnsearched, isCutShort } = retrieved
  const places = new Map(passages.map(({ chunk }, at) => [chunk.id, ids.passages[at] ?? '']))
  const used = new Set(passages.map(({ chunk }) => chunk.doc_id))
  const documents = library.documents()
  return {
    passages: passages.map(({ score, text, nearness, spans }, at) => {
      const read = { ...(nearness === undefined ? {} : { nearness }), ...(spans ? { spans: [...spans] } : {}) }
      return { evidence_id: ids.passages[at] ?? '', score, length: text.length, ...read }
    }),
    near: retrieved.near,
    language: request.language,
    rewrite: {
      standalone: rewrite.asked.text,
      parts: rewrite.asked.parts.map(({ text }) => text),
      queries: rewrite.queries.map(({ text, weight }) => ({ text, weight })),
      ...(rewrite.respelled ? { respelled: rewrite.respelled.map(({ from, to }) => ({ from, to })) } : {}),
    },
    survey: survey && {
      topic: survey.topic,
      wants: survey.wants,
      reach: { ...survey.reach },
      documents: survey.documents.map(({ title, passages: own, copies }) => ({
        title,
        passages: own.flatMap(({ chunk }) => places.get(chunk.id) ?? []),
        ...(copies === undefined ? {} : { copies }),
      })),
      ...(survey.searched ? { searched: [...survey.searched] } : {}),
      ...(survey.limited ? { limited: survey.limited } : {}),
      ...(survey.unsearched ? { unsearched: [...survey.unsearched] } : {}),
    },
    overview: overview && overviewRecord(overview, passages, ids.passages),
    ...(tools ? { tools: toolsToRecord(tools, passages, ids.passages) } : {}),
    ...(isUnsearched ? { unsearched: true } : {}),
    ...(isCutShort ? { cut_short: true } : {}),
    nearest: [...nearest],
    absent: [...absent],
    gaps: gaps.map(({ title, pages }) => ({ title, pages: [...pages] })),
    unread: { ...unread },
    ...(limited ? { limited: { ...limited } } : {}),
    has_documents: documents.length > 0,
    unread_parts: documents
      .filter(({ id, gaps: own }) => used.has(id) && own.length > 0)
      .map(({ id, title, gaps: own }) => ({ id, title, gaps: [...own] })),
    lookups,
    quoted,
  }
}

/** A refusal looks nothing up. */
export const noLookups = { chunks: 0, frequencies: {}, terms: {} }

function overviewRecord(
  { topic, total, reach, document, themes }: LibraryOverview,
  passages: readonly Passage[],
  ids: readonly string[],
): AnswerBasis['overview'] {
  const idOf = (passage: Passage) => ids[passages.findIndex((one) => isFrom(one, passage))] ?? ''
  return {
    topic,
    total,
    reach: { ...reach },
    ...(document === undefined ? {} : { document }),
    themes: themes.map(({ title, names, documents, sentences }) => ({
      ...{ title, names, documents },
      sentences: sentences
        .map(({ passage, start, end }) => ({ evidence_id: idOf(passage), start, end }))
        // What the prompt had no room for was not answered from.
        .filter(({ evidence_id: id }) => id !== ''),
    })),
  }
}

const Reach = z.object({
  matching: z.number(),
  searched: z.number(),
  failed: z.number(),
  waiting: z.number(),
  complete: z.boolean(),
})

export interface Restored {
  readonly rewrite: Rewrite
  readonly retrieved: Retrieved
  readonly ids: EvidenceIds
  readonly library: LibraryFacts
  /** Evidence whose text is no longer in the record. */
  readonly gone: readonly string[]
}

/** What an answer was composed from, out of the session's record. */
export function fromRecord(
  basis: AnswerBasis,
  context: SessionContext,
  questionId: string,
  runs: readonly ToolRun[] = [],
): Restored {
  const gone: string[] = []
  const ids: string[] = []
  const passages = basis.passages.flatMap(({ evidence_id: id, score, length, nearness, spans }) => {
    const evidence = Object.hasOwn(context.evidences, id) ? context.evidences[id] : undefined
    const passage = evidence && passageOfEvidence(evidence, score)
    if (!passage) gone.push(id)
    else ids.push(id)
    const read = { ...(nearness === undefined ? {} : { nearness }), ...(spans ? { spans } : {}) }
    return passage ? [{ ...shortened(passage, length), ...read }] : []
  })
  const byId = new Map(ids.map((id, at) => [id, passages[at]]))
  const { rewrite, survey, overview = null, nearest, absent, gaps, unread, limited } = basis
  const documents = basis.unread_parts.map(({ id, title, gaps: own }) => {
    return { id, name: title, title, chunks: 0, format: null, gaps: z.array(Gap).catch([]).parse(own) }
  })
  return {
    rewrite: rewriteOf(rewrite),
    retrieved: {
      ...(basis.tools ? { tools: toolsOfRecord(basis.tools, runs, byId) } : {}),
      ...(basis.unsearched ? { isUnsearched: true } : {}),
      ...(basis.cut_short ? { isCutShort: true } : {}),
      passages,
      timings: [],
      failed: false,
      relevant: passages.length > 0,
      nearest,
      absent,
      gaps,
      unread,
      ...(limited ? { limited } : {}),
      pinned: 0,
      near: Math.min(basis.near ?? passages.length, passages.length),
      dropped: [],
      survey: survey && surveyOf(survey, byId),
      overview: overview && overviewOf(overview, byId),
    },
    ids: { question: questionId, passages: ids },
    library: { documents: () => documents, facts: () => undefined, unread: () => [], records: () => [] },
    gone,
  }
}

function rewriteOf({ standalone, parts, queries, respelled }: AnswerBasis['rewrite']): Rewrite {
  const written = queries[0]?.text ?? standalone
  const asked = readQuestion({ written, meant: respell(written, respelled ?? []), standalone, parts })
  return { asked, queries, unresolved: null, respelled }
}

function shortened(passage: Passage, length: number): Passage {
  if (length >= passage.text.length) return passage
  return { ...passage, text: passage.text.slice(0, length), end: passage.start + length }
}

const OverviewReach = z.object({ read: z.number(), failed: z.number(), waiting: z.number() })

function overviewOf(
  { topic, total, reach, document, themes }: NonNullable<AnswerBasis['overview']>,
  passages: ReadonlyMap<string, Passage | undefined>,
): LibraryOverview | null {
  const known = OverviewReach.safeParse(reach).data
  if (!known) return null
  const shown = themes.map(({ title, names, documents, sentences }) => ({
    ...{ title, names, documents },
    sentences: sentences.flatMap(({ evidence_id: id, start, end }) => {
      const passage = passages.get(id)
      return passage ? [{ passage, start, end }] : []
    }),
  }))
  return { topic, total, reach: known, document, themes: shown }
}

function surveyOf(
  { topic, wants, reach, documents, searched, limited, unsearched }: NonNullable<AnswerBasis['survey']>,
  passages: ReadonlyMap<string, Retrieved['passages'][number] | undefined>,
): LibrarySurvey | null {
  const known = Reach.safeParse(reach).data
  if (!known) return null
  const own = documents.map(({ title, passages: ids, copies }) => {
    return { title, passages: ids.flatMap((id) => passages.get(id) ?? []), copies }
  })
  return { topic, wants, reach: known, documents: own, searched, limited, unsearched }
}
