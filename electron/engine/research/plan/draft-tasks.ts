import { MAX_TASKS, type QuestionType } from '@shared/research/plan-spec'
import type { AspectKind, GoalAspect } from '@engine/question/goal/goal-words'
import type { ResearchGoal } from '@engine/question/goal/research-goal'
import { comparisonDrafts } from './draft-comparison'
import type { PlanSubject } from './goal-subjects'
import type { TaskDraft } from './plan-draft'
import { asking, askingAspect, askingOwn, headingOf, type SectionKey, together } from './plan-words'

/** What a plan is drafted from. */
export interface DraftGoal {
  readonly goal: ResearchGoal
  readonly subjects: readonly PlanSubject[]
  /** What it is about inside the documents that it names; empty where all of them is meant. */
  readonly topic: string
  /** The documents that it names, to be read whole where nothing else is asked of them. */
  readonly documents: readonly PlanSubject[]
  /** Whether a table that may be asked has something to do with a text. */
  readonly hasTableOn: (text: string) => boolean
}

/** The tasks that answer a goal, by its type. Never empty. */
export function draftTasks(draft: DraftGoal): TaskDraft[] {
  const { goal, subjects } = draft
  const isCompared = goal.type === 'comparative' && subjects.length > 1
  const tasks = isCompared ? comparisonDrafts(goal, subjects) : byType[goal.type](draft)
  return [...tasks, ...tableDrafts(draft)]
}

const byType: Readonly<Record<QuestionType, (draft: DraftGoal) => TaskDraft[]>> = {
  comparative: oneSided,
  relational: relations,
  factual: facts,
  analytical: analysis,
  procedural: procedure,
}

/** What is compared has no two sides: its respects, or all that is said. */
function oneSided(draft: DraftGoal): TaskDraft[] {
  const { goal, topic } = draft
  const aspects = goal.aspects.map((aspect) => aspectDraft(goal, aspect, topic))
  return topic === '' && aspects.length > 0 ? aspects : [...mainDrafts(draft, 'comparison'), ...aspects]
}

function relations({ goal, topic }: DraftGoal): TaskDraft[] {
  const { language, sides, aspects } = goal
  const of = sides.length > 1 ? together(sides, language) : topic || goal.focus
  const respects = aspects.map((aspect) => aspectDraft(goal, aspect, of))
  if (sides.length < 2) {
    const description = asking('relations', { topic: of }, language)
    const main = { ...questionDraft(goal, topic, 'findings'), after: ['graph'] }
    return [{ key: 'graph', tool: 'graph', description, under: ['relations'] }, main, ...respects]
  }
  const each = sides.slice(0, mostSides).map((side, at): TaskDraft => ({
    key: `side_${at}`,
    tool: 'search',
    description: asking('about', { topic: side }, language),
    subject: side,
    under: ['findings'],
  }))
  return [
    { key: 'graph', tool: 'graph', description: asking('related', { topic: of }, language), under: ['relations'] },
    { key: 'both', tool: 'search', description: asking('both', { topic: of }, language), under: ['relations'] },
    // Each by itself only where the goal does not say what of them is wanted.
    ...(respects.length > 0 ? respects : each),
    // What was found between them names what is asked about next.
    {
      key: 'more',
      tool: 'search',
      description: asking('more_links', { topic: of }, language),
      under: ['relations'],
      after: ['graph', 'both'],
    },
  ]
}

/** More sides than these are asked about together only. */
const mostSides = 4

function facts(draft: DraftGoal): TaskDraft[] {
  const { goal, topic, documents } = draft
  const { asked, aspects } = goal
  const isTopic = asked.type === 'other' && asked.parts.length === 1
  // "What does the handbook say about visitors?" asks about visitors, and nothing else.
  if (topic === '' && aspects.length > 0) return aspects.map((aspect) => aspectDraft(goal, aspect, topic))
  // A bare topic is looked at from all sides that any topic has.
  const isOpen = aspects.length === 0 && isTopic && documents.length === 0
  const wanted = isOpen ? inRespects('dates', 'figures', 'people') : aspects
  return [...mainDrafts(draft, 'findings'), ...wanted.map((aspect) => aspectDraft(goal, aspect, topic))]
}

function analysis(draft: DraftGoal): TaskDraft[] {
  const { goal, topic } = draft
  // "Why" asks for causes itself.
  if (goal.asked.type === 'why') return whyDrafts(draft)
  const isWeighed = weighing.some((kind) => goal.aspects.some((aspect) => aspect.kind === kind))
  const wanted = goal.aspects.length > 0 ? goal.aspects : inRespects('causes', 'effects', 'measures')
  const aspects = isWeighed ? withAll(goal.aspects, weighing) : wanted
  const drafts = aspects.map((aspect) => aspectDraft(goal, aspect, topic))
  // What is done about something is done about its causes.
  return [...mainDrafts(draft, 'findings'), ...withNeed(drafts, 'measures', 'causes')]
}

/** Causes, what is told of the matter at all, and what else is asked. */
function whyDrafts(draft: DraftGoal): TaskDraft[] {
  const { goal, topic } = draft
  const main = mainDrafts(draft, 'causes')
  const description = asking('about', { topic: topic || goal.focus }, goal.language)
  const background: TaskDraft = { key: 'background', tool: 'search', description, under: ['findings'] }
  const others = goal.aspects.filter(({ kind }) => kind !== 'causes')
  const respects = others.map((aspect) => aspectDraft(goal, aspect, topic))
  return withNeed([...main, background, ...respects], 'measures', main[0]?.key ?? '')
}

const weighing: readonly AspectKind[] = ['benefits', 'drawbacks']

function procedure(draft: DraftGoal): TaskDraft[] {
  const { goal, topic } = draft
  const others = goal.aspects.filter(({ kind }) => kind !== 'steps')
  const aspects = withAll(others, ['prerequisites', 'exceptions'])
  const steps = { ...questionDraft(goal, topic, 'steps'), key: 'steps' }
  return withNeed([steps, ...aspects.map((aspect) => aspectDraft(goal, aspect, topic))], 'exceptions', 'steps')
}

function inRespects(...kinds: readonly AspectKind[]): GoalAspect[] {
  return kinds.map((kind) => ({ kind, text: '' }))
}

/** The aspects, and those of these kinds that are not among them: who asks what speaks for something is told what speaks against it. */
function withAll(aspects: readonly GoalAspect[], kinds: readonly AspectKind[]): readonly GoalAspect[] {
  const missing = kinds.filter((kind) => !aspects.some((aspect) => aspect.kind === kind))
  return [...aspects, ...inRespects(...missing)]
}

/** One task made to wait for another, where both are there. */
function withNeed(drafts: readonly TaskDraft[], key: string, needs: string): TaskDraft[] {
  const isThere = drafts.some((one) => one.key === needs)
  return drafts.map((one) => (one.key === key && isThere ? { ...one, after: [needs] } : one))
}

/** More documents than these are searched, not read. */
const mostRead = 6

/** What the goal itself asks: its parts, its topic, or all that its documents say. */
function mainDrafts({ goal, topic, documents }: DraftGoal, under: SectionKey): TaskDraft[] {
  const { asked, language } = goal
  if (asked.parts.length > 1) {
    return asked.parts.map(({ text }, at) => ({
      key: `part_${at}`,
      tool: 'search',
      description: text.charAt(0).toUpperCase() + text.slice(1),
      under: [under],
    }))
  }
  if (topic !== '' || documents.length === 0) return [questionDraft(goal, topic, under)]
  return documents.slice(0, MAX_TASKS).map(({ label, documents: ids }, at) => ({
    key: `whole_${at}`,
    tool: documents.length > mostRead ? 'search' : 'read',
    description: asking('main_points', { topic: label }, language),
    subject: label,
    scope: { documents: [...(ids ?? [])] },
    under: [under],
  }))
}

/** The goal's own question, or its topic as one. */
function questionDraft(
  { topic: written, focus, asked, language }: ResearchGoal,
  topic: string,
  under: SectionKey,
): TaskDraft {
  const isQuestion = asked.type !== 'other' || /[?？]\s*$/u.test(written)
  const description = isQuestion ? written : asking('about', { topic: topic || focus }, language)
  return { key: 'main', tool: 'search', description, under: [under] }
}

/** `topic` is empty where the documents it looks into are all there is to say. */
function aspectDraft({ language }: ResearchGoal, { kind, text }: GoalAspect, topic: string): TaskDraft {
  const about = topic === '' ? null : topic
  return {
    key: kind ?? `aspect_${text}`,
    tool: 'search',
    description: kind === null ? askingOwn(text, about, language) : askingAspect(kind, about, language),
    aspect: kind === null ? text : headingOf(sectionOf[kind], language),
    under: [kind === null ? 'findings' : sectionOf[kind]],
  }
}

const sectionOf: Readonly<Record<AspectKind, SectionKey>> = {
  dates: 'dates',
  figures: 'figures',
  causes: 'causes',
  effects: 'effects',
  measures: 'measures',
  benefits: 'pros_and_cons',
  drawbacks: 'pros_and_cons',
  steps: 'steps',
  prerequisites: 'prerequisites',
  exceptions: 'exceptions',
  people: 'people',
  costs: 'costs',
  open_questions: 'open_questions',
  definitions: 'definitions',
}

/** Whether a table may have the answer. */
export function wantsFigures({ asked, aspects }: ResearchGoal): boolean {
  return asked.parts.some(({ type }) => type === 'quantity') || isOfFigures(aspects)
}

function isOfFigures(aspects: readonly GoalAspect[]): boolean {
  return aspects.some(({ kind }) => kind === 'figures' || kind === 'costs')
}

/** Figures are asked of tables, where there is one on what is asked. */
function tableDrafts({ goal: { asked, aspects }, hasTableOn }: DraftGoal): TaskDraft[] {
  const parts = asked.parts.filter(({ type }) => type === 'quantity' || isOfFigures(aspects))
  return parts
    .filter(({ text }) => hasTableOn(text))
    .map(({ text }, at) => ({ key: `table_${at}`, tool: 'tables', description: text, under: ['figures'] }))
}
