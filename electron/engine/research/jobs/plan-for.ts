import { CairnError } from '@shared/errors'
import type { PlanSpec } from '@shared/research/plan-spec'
import { anyOf } from '@engine/question/goal/goal-words'
import { readGoal } from '@engine/question/goal/research-goal'
import { makePlan, type PlanRequest, type PlanRooms } from '../plan/make-plan'
import type { JobTemplate } from './job-template'
import { planOfJob } from './plan-of-job'

/** A goal that may name a ready-made job by its id. */
export interface ResearchRequest extends PlanRequest {
  readonly job?: string | undefined
}

/** A goal that asks for a ready-made job, and what is left of it: "pumps" of "Write a briefing on pumps". */
interface AskedJob {
  readonly job: JobTemplate
  readonly rest: string
}

/**
 * The plan for whatever is asked: of the job that is named, of the job that the goal asks for in its words, or made for the goal alone.
 * Throws NOT_FOUND for an unknown job, INVALID_INPUT as `planOfJob` does, and for a goal that is empty where no job is named.
 */
export async function planFor(
  request: ResearchRequest,
  rooms: PlanRooms,
  templates: readonly JobTemplate[],
  signal: AbortSignal,
): Promise<PlanSpec> {
  if (request.job !== undefined) {
    const job = templates.find(({ id }) => id === request.job)
    if (!job) throw new CairnError('NOT_FOUND', `There is no research job “${request.job}”.`, 'Choose one of the list.')
    return planOfJob(job, request, rooms)
  }
  if (request.goal.trim() === '') {
    throw new CairnError('INVALID_INPUT', 'There is nothing to be found out.', 'Say what is to be found out.')
  }
  return planOfAskedJob(request, rooms, templates) ?? (await makePlan(request, rooms, signal))
}

/** The first job that the goal asks for and whose needs are met; null for none. */
function planOfAskedJob(request: PlanRequest, rooms: PlanRooms, templates: readonly JobTemplate[]): PlanSpec | null {
  for (const { job, rest } of jobsAskedFor(request, templates)) {
    try {
      return planOfJob(job, { ...request, about: rest }, rooms)
    } catch (thrown) {
      if (!(thrown instanceof CairnError) || thrown.code !== 'INVALID_INPUT') throw thrown
    }
  }
  return null
}

function jobsAskedFor({ goal: written, language: given }: PlanRequest, templates: readonly JobTemplate[]): AskedJob[] {
  const { topic, language, sides } = readGoal(written, given)
  if (sides.length > 1) return []
  // What needs documents is meant first, where the goal names them.
  const inOrder = templates.toSorted((a, b) => b.needs.documents.min - a.needs.documents.min)
  return inOrder.flatMap((job) => {
    const words = job.asked[language]
    if (words.length === 0) return []
    const patterns = language === 'zh' ? chinese(words) : [english(words)]
    const rest = patterns.map((pattern) => topic.replace(pattern, '')).find((one) => one !== topic)
    return rest === undefined ? [] : [{ job, rest: rest.trim() }]
  })
}

function english(words: readonly string[]): RegExp {
  return new RegExp(
    String.raw`^(?:(?:list|name|collect|what\s+are)\s+)?(?:(?:the|all|an?|short|brief|detailed|complete)\s+)*(?:${anyOf(words)})(?![\p{L}-])(?:\s+(?:of|on|about|for|from|in|to|with|what\s+is\s+(?:known|said)\s+(?:of|about)))*\s*`,
    'iu',
  )
}

function chinese(words: readonly string[]): RegExp[] {
  return [
    new RegExp(`^(?:${anyOf(words)})(?:一下)?(?:关于)?`, 'u'),
    new RegExp(`(?:的|中的|里的|相关)?(?:${anyOf(words)})$`, 'u'),
  ]
}
