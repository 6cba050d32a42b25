import { MAX_TASKS, type PlannedSection, type PlanTask, type SectionKind } from '@shared/research/plan-spec'
import type { Language } from '@engine/text/language'
import { headingOf, type SectionKey } from './plan-words'

/** A task before it has a number. */
export interface TaskDraft extends Omit<PlanTask, 'id' | 'depends_on' | 'priority'> {
  /** Unique in its draft; others name it in `after`. */
  readonly key: string
  /** Headings that its claims stand under. */
  readonly under: readonly SectionKey[]
  /** Keys of the tasks whose findings it needs. */
  readonly after?: readonly string[] | undefined
}

const kinds: Readonly<Record<SectionKey, SectionKind>> = {
  findings: 'findings',
  comparison: 'comparison',
  differences: 'findings',
  changes: 'changes',
  reasons: 'findings',
  relations: 'relations',
  dates: 'timeline',
  figures: 'figures',
  causes: 'findings',
  effects: 'findings',
  measures: 'findings',
  pros_and_cons: 'pros_and_cons',
  steps: 'steps',
  prerequisites: 'findings',
  exceptions: 'findings',
  people: 'findings',
  costs: 'findings',
  open_questions: 'findings',
  definitions: 'glossary',
}

/** Every heading that a plan may have. */
export const sectionKeys = Object.keys(kinds) as SectionKey[]

/** The number of a task as its id: 0 is `task_001`. */
export function taskId(at: number): string {
  return `task_${String(at + 1).padStart(3, '0')}`
}

/** Drafts as tasks of a plan, and the sections they stand in, in the order they are first named. Those beyond the most a plan may have are left out. */
export function assembled(
  drafts: readonly TaskDraft[],
  language: Language,
): { readonly tasks: PlanTask[]; readonly sections: PlannedSection[] } {
  const kept = drafts.slice(0, MAX_TASKS)
  const ids = new Map(kept.map(({ key }, at) => [key, taskId(at)]))
  const tasks = kept.map(({ key: _key, under: _under, after = [], ...rest }, at): PlanTask => ({
    ...rest,
    id: taskId(at),
    priority: 5,
    depends_on: after.flatMap((key) => ids.get(key) ?? []),
  }))
  const keys = [...new Set(kept.flatMap(({ under }) => under))]
  const sections = keys.map((key): PlannedSection => ({
    id: key,
    heading: headingOf(key, language),
    kind: kinds[key],
    tasks: kept.flatMap(({ under }, at) => (under.includes(key) ? [taskId(at)] : [])),
  }))
  return { tasks, sections }
}
