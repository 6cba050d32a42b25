import type { GoalAspect } from '@engine/question/goal/goal-words'
import type { ResearchGoal } from '@engine/question/goal/research-goal'
import type { Language } from '@engine/text/language'
import { labelsTogether, type PlanSubject } from './goal-subjects'
import type { TaskDraft } from './plan-draft'
import { asking, askingAspect, askingOwn, together } from './plan-words'

/** More tasks than these are too many to look through: then one task asks for all respects of a subject. */
const mostCells = 12
/** More subjects than these are asked about together. */
const mostSubjects = 12

/** What a comparison asks: of every subject in every respect, and where two documents differ. */
export function comparisonDrafts(goal: ResearchGoal, subjects: readonly PlanSubject[]): TaskDraft[] {
  const documents = subjects.flatMap(({ documents: ids }) => ids ?? [])
  const isOfTwo = documents.length === 2 && subjects.length === 2
  const changes = isOfTwo && (goal.isChange || goal.aspects.length === 0) ? differenceDrafts(goal, subjects) : []
  if (goal.isChange && changes.length > 0 && goal.aspects.length === 0) return changes
  if (goal.aspects.length === 0) return [...wholeDrafts(goal, subjects), ...changes.slice(0, 1)]
  return [...cellDrafts(goal, subjects), ...changes.slice(0, 1)]
}

/** Two documents side by side, and why they differ. */
function differenceDrafts({ language, isChange }: ResearchGoal, [one, other]: readonly PlanSubject[]): TaskDraft[] {
  if (!one || !other) return []
  const scope = { documents: [...(one.documents ?? []), ...(other.documents ?? [])] }
  const description = asking('changed', { from: one.label, to: other.label }, language)
  return [
    { key: 'differences', tool: 'differences', description, scope, under: [isChange ? 'changes' : 'differences'] },
    {
      key: 'reasons',
      tool: 'search',
      description: asking('reasons', {}, language),
      scope,
      under: ['reasons'],
      after: ['differences'],
    },
  ]
}

/** Without respects: what each document says as a whole, or what is said of each thing and of how they differ. */
function wholeDrafts({ language }: ResearchGoal, subjects: readonly PlanSubject[]): TaskDraft[] {
  const each = subjects.slice(0, mostSubjects).map(({ label, documents }, at): TaskDraft => ({
    key: `whole_${at}`,
    subject: label,
    under: ['comparison'],
    ...(documents
      ? {
          tool: 'read',
          description: asking('main_points', { topic: label }, language),
          scope: { documents: [...documents] },
        }
      : { tool: 'search', description: asking('about', { topic: label }, language) }),
  }))
  const things = subjects.filter(({ documents }) => documents === null)
  if (things.length < 2) return each
  const topic = labelsTogether(things, language)
  const description = asking('difference', { topic }, language)
  return [...each, { key: 'difference', tool: 'search', description, under: ['comparison'] }]
}

function cellDrafts(goal: ResearchGoal, subjects: readonly PlanSubject[]): TaskDraft[] {
  const { aspects, language } = goal
  if (subjects.length > mostSubjects) return aspects.map((aspect, at) => everywhereDraft(goal, subjects, aspect, at))
  if (subjects.length * aspects.length > mostCells) return subjects.map((subject, at) => rowDraft(goal, subject, at))
  return subjects.flatMap((subject, row) =>
    aspects.map((aspect, column): TaskDraft => ({
      key: `cell_${row}_${column}`,
      tool: toolFor(subject, aspect, goal),
      description: descriptionOf(subject, aspect, ownTopics(goal), language),
      subject: subject.label,
      aspect: aspect.text,
      ...scopeOf(subject),
      under: aspect.kind === 'dates' ? ['comparison', 'dates'] : ['comparison'],
    })),
  )
}

/** Dates of a document stand all over it, whatever they are of: no search has words for them. */
function toolFor({ isShort }: PlanSubject, { kind }: GoalAspect, goal: ResearchGoal): TaskDraft['tool'] {
  return kind !== null && isShort === true && ownTopics(goal).length === 0 ? 'read' : 'search'
}

/** What the goal itself wants compared, such as risk: dates and figures are those of it. */
function ownTopics({ aspects }: ResearchGoal): readonly string[] {
  return aspects.filter(({ kind }) => kind === null).map(({ text }) => text)
}

function descriptionOf(
  { label, documents }: PlanSubject,
  { kind, text }: GoalAspect,
  own: readonly string[],
  language: Language,
): string {
  const topic = documents ? together(own, language) : label
  if (kind !== null) return askingAspect(kind, topic === '' ? null : topic, language)
  return askingOwn(text, documents ? null : label, language)
}

function rowDraft({ aspects, language }: ResearchGoal, subject: PlanSubject, at: number): TaskDraft {
  const said = together(
    aspects.map(({ text }) => text),
    language,
  )
  const description = subject.documents
    ? asking('in_document', { aspect: said }, language)
    : asking('respects', { topic: subject.label, aspects: said }, language)
  return {
    key: `row_${at}`,
    tool: 'search',
    description,
    subject: subject.label,
    ...scopeOf(subject),
    under: ['comparison'],
  }
}

function everywhereDraft(
  { language }: ResearchGoal,
  subjects: readonly PlanSubject[],
  { text }: GoalAspect,
  at: number,
): TaskDraft {
  const documents = subjects.flatMap(({ documents: ids }) => ids ?? [])
  return {
    key: `aspect_${at}`,
    tool: 'search',
    description: asking('in_document', { aspect: text }, language),
    aspect: text,
    ...(documents.length > 0 && { scope: { documents } }),
    under: ['comparison'],
  }
}

function scopeOf({ documents }: PlanSubject): Pick<TaskDraft, 'scope'> {
  return documents ? { scope: { documents: [...documents] } } : {}
}
