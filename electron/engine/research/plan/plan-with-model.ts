import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { MAX_TASKS, type PlanSpec } from '@shared/research/plan-spec'
import { askModel } from '@engine/pipeline/model-calls/ask-model'
import type { ModelAccess } from '@engine/pipeline/model-calls/model-call'
import { analyse } from '@engine/text/analyse'
import { isStopTerm } from '@engine/text/english/stop-words'
import { detectLanguage } from '@engine/text/language'
import type { PlanDocument } from './find-papers'
import { assembled, sectionKeys, type TaskDraft } from './plan-draft'
import { offeredTools, planPrompt } from './research-plan-prompt'
import { type PlanLibrary, reviewPlan } from './review-plan'

/** What a model is asked with to make a plan. */
export interface PlanModel extends Pick<ModelAccess, 'models' | 'seed' | 'clock'> {
  /** The model that was asked for; absent for what the settings say. */
  readonly wanted?: string | undefined
}

/** What a plan is made of beside its draft. */
export interface PlanMaterial {
  /** Numbered for the model in this order. */
  readonly documents: readonly (PlanDocument & { readonly label: string })[]
  readonly hasTables: boolean
  readonly library: PlanLibrary
}

const Reply = z.object({
  tasks: z.array(
    z.object({
      ask: z.string(),
      tool: z.enum(offeredTools),
      documents: z.array(z.number().int()),
      subject: z.string(),
      aspect: z.string(),
      after: z.array(z.number().int()),
      section: z.enum(sectionKeys),
    }),
  ),
})
type RepliedTask = z.infer<typeof Reply>['tasks'][number]

const temperature = 0.2
const maxTokens = 1600
/** A plan is waited for longer than a turn's understanding, in milliseconds. */
const leastMs = 60_000
const longestAsk = 400
const longestLabel = 200

/**
 * A plan that a model makes of a draft, reviewed like any other. Throws what `askModel` throws, and MODEL_FAILED for a plan that is worse
 * than the draft: one that cannot run, is in another language, or leaves out what the goal asks for.
 */
export async function planWithModel(
  draft: PlanSpec,
  material: PlanMaterial,
  access: PlanModel,
  signal: AbortSignal,
): Promise<PlanSpec> {
  const prompt = planPrompt(draft, material.documents)
  const { wanted } = access
  const question = { task: 'answer', ...prompt, parse: Reply, temperature, maxTokens, wanted } as const
  const ms = Math.max(leastMs, access.models.deadlineOf('answer'))
  const { value, model } = await askModel(question, access, { ms, signal })
  const drafts = believable(value.tasks, draft, material)
  const plan = reviewPlan({ ...draft, ...assembled(drafts, draft.language), made_by: model.name }, material.library)
  if (drafts.length === 0 || isWorse(plan, draft)) {
    throw new CairnError('MODEL_FAILED', `${model.name} made no plan that answers the goal.`, 'Choose another model.')
  }
  return plan
}

/** Whether a plan stops where the draft does not, or leaves out what the draft covers. */
function isWorse(plan: PlanSpec, draft: PlanSpec): boolean {
  const known = new Set(draft.issues.map(({ key, about }) => `${key} ${about.join(' ')}`))
  return plan.issues.some(({ key, about, stops }) => {
    const matters = stops || key === 'goal_not_covered' || key === 'documents_left_out'
    return matters && !known.has(`${key} ${about.join(' ')}`)
  })
}

/** The tasks that can be believed, as drafts; the others are left out. */
function believable(tasks: readonly RepliedTask[], draft: PlanSpec, material: PlanMaterial): TaskDraft[] {
  const rooted = rootsOf(draft, material)
  const kept = tasks
    .map((task, at) => ({ ...task, ask: tidy(task.ask, longestAsk), key: String(at + 1) }))
    .filter(({ ask }) => ask !== '' && detectLanguage(ask) === draft.language && rooted(ask))
  const isRepeat = (task: (typeof kept)[number], at: number) =>
    kept.findIndex((one) => one.ask === task.ask && one.documents.join() === task.documents.join()) < at
  const own = kept.filter((task, at) => !isRepeat(task, at)).slice(0, MAX_TASKS)
  return own.map((task) => draftOf(task, draft, material))
}

function tidy(text: string, longest: number): string {
  return text.replace(/\s+/gu, ' ').trim().slice(0, longest)
}

/** Whether a question has a word of the goal, the draft or the titles: one that has none is about something else. */
function rootsOf({ goal, tasks }: PlanSpec, { documents }: PlanMaterial): (text: string) => boolean {
  const told = [goal, ...tasks.map(({ description }) => description), ...documents.map(({ label }) => label)].join('\n')
  const known = new Set(analyse(told).filter((term) => !isStopTerm(term)))
  return (text) => analyse(text).some((term) => known.has(term))
}

function draftOf(
  { ask, tool, documents: given, subject, aspect, after, section, key }: RepliedTask & { readonly key: string },
  { scope, tasks }: PlanSpec,
  { documents, hasTables }: PlanMaterial,
): TaskDraft {
  const ids = [...new Set(given)].flatMap((number) => documents[number - 1]?.id ?? [])
  const meant = new Set([scope, ...tasks.map((one) => one.scope)].flatMap((one) => one?.documents ?? []))
  const isBound = tool === 'read' || tool === 'differences' || ids.every((id) => meant.has(id))
  const canDo = { search: true, graph: true, read: ids.length > 0, differences: ids.length === 2, tables: hasTables }
  return {
    key,
    tool: canDo[tool] ? tool : 'search',
    description: ask,
    // Which documents hold what is asked is for the search to find, unless the goal says it.
    ...(isBound && ids.length > 0 && { scope: { documents: ids } }),
    ...(subject.trim() !== '' && { subject: tidy(subject, longestLabel) }),
    ...(aspect.trim() !== '' && { aspect: tidy(aspect, longestLabel) }),
    under: [section],
    // A task waits for earlier ones only, so that none wait for each other.
    after: after.filter((number) => number < Number(key)).map(String),
  }
}
