import { CairnError } from '@shared/errors'
import { fillIn } from '@shared/note'
import { MAX_TASKS, type PlannedSection, type PlanSpec, type PlanTask } from '@shared/research/plan-spec'
import { readGoal } from '@engine/question/goal/research-goal'
import type { Language } from '@engine/text/language'
import { byAge, documentsIn, labelsOf, PaperFinder, type PlanDocument } from '../plan/find-papers'
import { type GoalSubjects, subjectsOf } from '../plan/goal-subjects'
import { planLibrary, type PlanRequest, type PlanRooms } from '../plan/make-plan'
import { taskId } from '../plan/plan-draft'
import { together } from '../plan/plan-words'
import { reviewPlan } from '../plan/review-plan'
import type { JobTask, JobTemplate } from './job-template'

/** A job to be planned. */
export interface JobRequest extends PlanRequest {
  /** What of the goal says what it is about, without what asks for the job; absent for all of it. */
  readonly about?: string | undefined
}

/** What the blanks of a job are filled with. */
interface Filling {
  readonly language: Language
  /** Empty for none. */
  readonly subject: string
  readonly documents: readonly PlanDocument[]
  readonly labels: ReadonlyMap<string, string>
  /** Whether what is asked of each document is asked document by document. */
  readonly isEach: boolean
}

/** More documents than these are searched together. */
const mostEach = 12

/**
 * The plan of a ready-made job, reviewed. Its documents are those of the filter, else those that the goal names.
 * Throws INVALID_INPUT where the job needs a subject or documents that are not given.
 */
export function planOfJob(job: JobTemplate, request: JobRequest, rooms: PlanRooms): PlanSpec {
  const { filter, goal: given, about: written = given } = request
  const inFilter = documentsIn(rooms.library.records(), rooms.resolveFilter, filter)
  const finder = new PaperFinder(inFilter, { terms: rooms.terms, statistics: rooms.index.statistics })
  const goal = written.trim() === '' ? null : readGoal(written, request.language)
  const about = goal && subjectsOf({ ...goal, type: 'factual', sides: [] }, finder, request.answers ?? {})
  const chosen = chosenDocuments(job, inFilter, about, filter !== undefined)
  const subject = job.needs.subject === 'none' ? '' : subjectFor(job, goal?.focus ?? '', about?.topic ?? '')
  const language = goal?.language ?? request.language ?? 'en'
  const documents = chosen ?? inFilter
  const each = job.tasks.filter((task) => task.for === 'each').length
  const isFew = documents.length <= mostEach && each * documents.length + job.tasks.length - each <= MAX_TASKS
  const isEach = documents.length > 0 && isFew && (chosen !== null || subject === '')
  const filling = { language, subject, documents: byAge(documents), labels: labelsOf(inFilter), isEach }
  const scope = chosen ? { ...filter, documents: chosen.map(({ id }) => id) } : filter
  const plan: PlanSpec = {
    plan_id: request.planId,
    goal: given.trim() || titleOf(job, filling, chosen !== null),
    language,
    question_type: job.question_type,
    status: 'ready',
    ...partsOf(job, filling, chosen !== null),
    clarifications: [...(about?.clarifications ?? [])],
    issues: [],
    ...(scope && { scope }),
    job: job.id,
    made_by: 'rules',
  }
  return reviewPlan(plan, planLibrary(inFilter, rooms))
}

/** The documents that it is about; null for whatever may be searched. */
function chosenDocuments(
  { needs, title }: JobTemplate,
  inFilter: readonly PlanDocument[],
  about: GoalSubjects | null,
  isFiltered: boolean,
): readonly PlanDocument[] | null {
  const named = about?.scope ? inFilter.filter(({ id }) => about.scope?.includes(id)) : null
  const chosen = named ?? (isFiltered ? inFilter : null)
  const { min, max } = needs.documents
  const count = chosen?.length ?? 0
  if (count < min) {
    const wanted = min === max ? `${min}` : `at least ${min}`
    throw new CairnError(
      'INVALID_INPUT',
      `“${title.en}” needs ${wanted} documents; ${count} are chosen.`,
      'Choose the documents.',
    )
  }
  if (max !== null && count > max) {
    throw new CairnError(
      'INVALID_INPUT',
      `“${title.en}” takes ${max} documents; ${count} are chosen.`,
      'Choose fewer documents.',
    )
  }
  return chosen
}

function subjectFor({ needs, title }: JobTemplate, focus: string, topic: string): string {
  const subject = topic === '' && needs.subject === 'required' ? focus : topic
  if (subject === '' && needs.subject === 'required') {
    throw new CairnError('INVALID_INPUT', `“${title.en}” needs a subject.`, 'Say what it is to be about.')
  }
  return subject
}

/** "Timeline: Station handbook". */
function titleOf({ title }: JobTemplate, { language, documents, labels }: Filling, isChosen: boolean): string {
  const [first = ''] = documents.map(({ id }) => labels.get(id) ?? '')
  const of = documents.length > 1 ? `${first} …` : first
  return isChosen && of !== '' ? `${title[language]}${language === 'zh' ? '：' : ': '}${of}` : title[language]
}

type Numbered = Omit<PlanTask, 'id' | 'depends_on'> & { readonly from: JobTask }

/** Its tasks, one or one for each document, and its sections. */
function partsOf(job: JobTemplate, filling: Filling, isChosen: boolean): Pick<PlanSpec, 'tasks' | 'sections'> {
  const all = job.tasks.flatMap((task) => tasksOf(task, filling, isChosen)).slice(0, MAX_TASKS)
  const idsOf = (key: string) => all.flatMap(({ from }, at) => (from.key === key ? [taskId(at)] : []))
  const sameDocument = (one: Numbered, id: string) => {
    const other = all[Number(id.slice(-3)) - 1]
    return one.subject === undefined || other?.subject === undefined || other.subject === one.subject
  }
  const tasks = all.map((one, at): PlanTask => {
    const { from, ...task } = one
    return { ...task, id: taskId(at), depends_on: from.after.flatMap(idsOf).filter((id) => sameDocument(one, id)) }
  })
  const sections = job.sections.map(({ key, kind, heading }): PlannedSection => ({
    id: key,
    kind,
    heading: filled(heading[filling.language], filling).slice(0, 200),
    tasks: all.flatMap(({ from }, at) => (from.under.includes(key) ? [taskId(at)] : [])),
  }))
  return { tasks, sections: sections.filter((section) => section.tasks.length > 0) }
}

function tasksOf(task: JobTask, filling: Filling, isChosen: boolean): Numbered[] {
  const { language, subject, documents, labels, isEach } = filling
  const text = subject === '' ? (task.ask_whole ?? task.ask) : task.ask
  const base = {
    from: task,
    tool: task.tool,
    description: filled(text[language], filling),
    priority: 5,
    ...(task.aspect && { aspect: filled(task.aspect[language], filling).slice(0, 200) }),
  }
  const scopeOf = (some: readonly PlanDocument[]) => ({ scope: { documents: some.map(({ id }) => id) } })
  // Read together where they are read one by one.
  const canRead = isEach || (isChosen && documents.length <= mostEach)
  if (task.for === 'once') {
    return [task.tool !== 'read' ? base : canRead ? { ...base, ...scopeOf(documents) } : { ...base, tool: 'search' }]
  }
  // Differences are of two: of more, each is told by itself.
  if (task.for === 'pair') return documents.length === 2 ? [{ ...base, ...scopeOf(documents) }] : []
  if (isEach) return documents.map((one) => ({ ...base, subject: labels.get(one.id) ?? one.name, ...scopeOf([one]) }))
  const tool = task.tool === 'read' ? 'search' : task.tool
  return [{ ...base, tool, ...(isChosen && scopeOf(documents)) }]
}

function filled(text: string, { language, subject, documents, labels }: Filling): string {
  const names = documents.map(({ id }) => labels.get(id) ?? '')
  const values = {
    subject,
    documents: together(names.slice(0, mostEach), language),
    from: names[0] ?? '',
    to: names.at(-1) ?? '',
  }
  return fillIn(text, values).slice(0, 1000)
}
