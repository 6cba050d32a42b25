import type { SearchFilter } from '@shared/documents'
import type { PlanSpec, ResearchLanguage } from '@shared/research/plan-spec'
import { CairnError } from '@shared/errors'
import { seedOf } from '@engine/pipeline/model-calls/model-call'
import type { LanguageModels } from '@engine/ports/models/language-model'
import type { ChunkFilter } from '@engine/ports/storage/chunk-index'
import { readGoal, type ResearchGoal } from '@engine/question/goal/research-goal'
import { coverage, keyTermsOf } from '@engine/retrieval/question/key-terms'
import { analyse } from '@engine/text/analyse'
import type { LibraryFacts } from '@engine/pipeline/turn'
import type { DataTable } from '@engine/tools/tables/data-table'
import { draftTasks, wantsFigures } from './draft-tasks'
import { type DocumentsOn, fittingDocuments } from './fitting-documents'
import { documentsIn, labelsOf, type NameReading, PaperFinder, type PlanDocument } from './find-papers'
import { type GoalAnswers, type GoalSubjects, subjectsOf } from './goal-subjects'
import { assembled } from './plan-draft'
import { type PlanMaterial, planWithModel } from './plan-with-model'
import { type PlanLibrary, reviewPlan } from './review-plan'

/** A job of research to be planned. */
export interface PlanRequest {
  readonly planId: string
  readonly goal: string
  /** Of a goal without letters; others are planned in their own. */
  readonly language?: ResearchLanguage | undefined
  /** Where it may look; absent for everywhere. */
  readonly filter?: SearchFilter | undefined
  /** A model for this plan, by its id; `rules` for none; absent for what the settings say. */
  readonly model?: string | undefined
  /** Answers to the questions back of an earlier plan of this goal, by their ids; empty for one passed over. */
  readonly answers?: GoalAnswers | undefined
}

/** What planning needs of the library. */
export interface PlanRooms {
  readonly library: Pick<LibraryFacts, 'records'>
  readonly terms: NameReading['terms']
  readonly index: Pick<NameReading, 'statistics'>
  /** As `PipelineRooms.resolveFilter`. */
  readonly resolveFilter: (filter: SearchFilter | undefined) => ChunkFilter | undefined
  /** Names of Cairn's own tools that may be run. */
  readonly ownTools: readonly string[]
  /** Names of other programs that have tools; none unless given. */
  readonly servers?: readonly string[] | undefined
  /** For a model to plan with; absent where titles alone say what documents hold. */
  readonly documentsOn?: DocumentsOn | undefined
  /** Absent where rules make all plans. */
  readonly models?: LanguageModels | undefined
  /** Milliseconds from any fixed point; for calls of models. */
  readonly clock?: (() => number) | undefined
  /** The tables that can be asked, looked up where a goal asks for figures, because documents may have to be read for it; absent where there are none. */
  readonly tables?: ((signal: AbortSignal) => Promise<readonly PlanTable[]>) | undefined
}

export type PlanTable = Pick<DataTable, 'documentId' | 'documentTitle' | 'name'> & {
  readonly columns: readonly Pick<DataTable['columns'][number], 'header' | 'samples'>[]
}

/** Share of what is asked that a table's own words must cover before it is asked. */
const minOfTable = 0.5

/**
 * A plan for a goal, reviewed: it may wait for an answer, or say what is wrong with it, but has always tasks.
 * Source: Clarifier, Decomposer and Reviewer of the system architecture.
 */
export async function makePlan(request: PlanRequest, rooms: PlanRooms, signal: AbortSignal): Promise<PlanSpec> {
  const goal = readGoal(request.goal, request.language)
  const documents = documentsIn(rooms.library.records(), rooms.resolveFilter, request.filter)
  const reading = { terms: rooms.terms, statistics: rooms.index.statistics }
  const finder = new PaperFinder(documents, reading)
  const about = subjectsOf(goal, finder, request.answers ?? {})
  const tables = wantsFigures(goal) ? ((await rooms.tables?.(signal)) ?? []) : []
  signal.throwIfAborted()
  const hasTableOn = tableFinder(tables, documents, about, reading)
  const drafts = draftTasks({ goal, hasTableOn, ...about })
  const library = planLibrary(documents, rooms)
  const draft = reviewPlan(planOf(request, goal, about, drafts), library)
  return bettered(draft, { goal, about, finder, hasTables: tables.length > 0, library }, { request, rooms, signal })
}

interface DraftMaterial extends Omit<PlanMaterial, 'documents'> {
  readonly goal: ResearchGoal
  readonly about: GoalSubjects
  readonly finder: PaperFinder
}

/** The plan that a model makes of the draft, where there is one and the goal is clear; the draft where it fails. */
async function bettered(
  draft: PlanSpec,
  material: DraftMaterial,
  { request, rooms, signal }: { request: PlanRequest; rooms: PlanRooms; signal: AbortSignal },
): Promise<PlanSpec> {
  const { models, clock = () => 0 } = rooms
  const { model: wanted } = request
  const isAsked = wanted !== 'rules' && draft.status !== 'needs_clarification'
  if (!models || !isAsked || models.candidates('answer', wanted).length === 0) return draft
  const documents = await documentsFor(draft, material, rooms, signal)
  try {
    return await planWithModel(
      draft,
      { ...material, documents },
      { models, seed: seedOf(request.planId), clock, wanted },
      signal,
    )
  } catch (thrown) {
    signal.throwIfAborted()
    if (!(thrown instanceof CairnError)) throw thrown
    return draft
  }
}

/** The documents whose titles a model is shown: those that are meant, else those that fit. */
async function documentsFor(
  { tasks }: PlanSpec,
  { goal, about: { scope }, finder }: DraftMaterial,
  { documentsOn }: PlanRooms,
  signal: AbortSignal,
): Promise<PlanMaterial['documents']> {
  const labels = labelsOf(finder.documents)
  const asked = tasks.map(({ description }) => description)
  const shown = scope
    ? finder.documents.filter(({ id }) => scope.includes(id)).slice(0, mostMeant)
    : await fittingDocuments(goal.written, asked, finder, { documentsOn, signal })
  return shown.map((one) => ({ ...one, label: labels.get(one.id) ?? one.name }))
}

const mostMeant = 20

/** What a plan is reviewed against. */
export function planLibrary(
  documents: readonly Pick<PlanDocument, 'id'>[],
  { ownTools, servers }: Pick<PlanRooms, 'ownTools' | 'servers'>,
): PlanLibrary {
  return { documents: new Set(documents.map(({ id }) => id)), tools: new Set(ownTools), servers: new Set(servers) }
}

function planOf(
  { planId, filter }: PlanRequest,
  goal: ResearchGoal,
  { scope: documents, clarifications }: GoalSubjects,
  drafts: ReturnType<typeof draftTasks>,
): PlanSpec {
  const scope = documents ? { ...filter, documents: [...documents] } : filter
  return {
    plan_id: planId,
    goal: goal.written,
    language: goal.language,
    question_type: goal.type,
    status: 'ready',
    ...assembled(drafts, goal.language),
    clarifications: [...clarifications],
    issues: [],
    ...(scope && { scope }),
    made_by: 'rules',
  }
}

/** Whether a table of the documents in question has something to do with a text, by its name, its columns and what stands in them. */
function tableFinder(
  tables: readonly PlanTable[],
  documents: readonly PlanDocument[],
  about: GoalSubjects,
  { terms, statistics }: NameReading,
): (text: string) => boolean {
  const inScope = new Set(about.scope ?? documents.map(({ id }) => id))
  const words = tables
    .filter(({ documentId }) => inScope.has(documentId))
    .map(({ name, documentTitle, columns }) => {
      const cells = columns.flatMap(({ header, samples }) => [header, ...samples])
      return new Set(analyse([name, documentTitle, ...cells].join('\n')))
    })
  return (text) => {
    const keyTerms = keyTermsOf(text, terms, statistics)
    return keyTerms.length > 0 && words.some((own) => coverage(keyTerms, own) >= minOfTable)
  }
}
