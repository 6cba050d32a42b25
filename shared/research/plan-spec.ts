import { z } from 'zod'
import { SearchFilter } from '../documents'

/** Most tasks a plan may have. */
export const MAX_TASKS = 24

/** Longest description of what is to be found out, in UTF-16 units. */
export const MAX_GOAL_LENGTH = 8000

/** What a task that searches may use: rounds, passages at the end, searches, milliseconds. */
export const searchLimits = { rounds: 3, passages: 12, searches: 40, ms: 60_000 } as const

export const ResearchLanguage = z.enum(['en', 'zh'])
export type ResearchLanguage = z.infer<typeof ResearchLanguage>

export const QuestionType = z.enum(['comparative', 'relational', 'factual', 'analytical', 'procedural'])
export type QuestionType = z.infer<typeof QuestionType>

/**
 * What a task is done with: `search` in rounds (DeepSearch), `read` documents from beginning to end, follow `graph`
 * relations, ask `tables`, tell the `differences` of two documents, or run a `tool` of Cairn's or of another program.
 */
export const TaskTool = z.enum(['search', 'read', 'graph', 'tables', 'differences', 'tool'])
export type TaskTool = z.infer<typeof TaskTool>

export const TaskId = z.string().regex(/^task_\d{3}$/u, 'A task id looks like task_001.')

/** A call of a tool, by its name, with its arguments. */
export const TaskCall = z.object({ name: z.string().min(1), args: z.record(z.string(), z.unknown()) })

/** A step of a plan: one question that one tool can answer. */
export const PlanTask = z.object({
  id: TaskId,
  /** What is asked, whole and in the plan's language. */
  description: z.string().trim().min(1).max(1000),
  tool: TaskTool,
  /** 1 is done first among the tasks that could be done now. */
  priority: z.number().int().min(1).max(9).default(5),
  /** Tasks whose findings this one needs: their names and terms join its question. */
  depends_on: z.array(TaskId).default([]),
  /** Where it looks; absent for the plan's own scope. For `read` and `differences` the documents are named here. */
  scope: SearchFilter.optional(),
  /** What it is about, such as one side of a comparison; findings of one subject stand together in a report. */
  subject: z.string().max(200).optional(),
  /** In which respect it looks at its subject, such as a row of a comparison. */
  aspect: z.string().max(200).optional(),
  /** For `tool`: which of Cairn's own tools, or `server/tool` of another program, and its arguments. */
  call: TaskCall.optional(),
})
export type PlanTask = z.infer<typeof PlanTask>

/** The other program and its tool that a call is of; null for a tool of Cairn's own. */
export function otherCall(name: string): { readonly server: string; readonly tool: string } | null {
  const [, server, tool] = /^@?([^/]+)\/(.+)$/u.exec(name) ?? []
  return server !== undefined && tool !== undefined ? { server, tool } : null
}

/** What a section of the report is: each kind has a way of its own to arrange claims. */
export const SectionKind = z.enum([
  'findings',
  'comparison',
  'timeline',
  'relations',
  'steps',
  'pros_and_cons',
  'figures',
  'glossary',
  'questions',
  'changes',
  'summary',
])
export type SectionKind = z.infer<typeof SectionKind>

/** A section that the report will have, and the tasks whose claims stand in it. */
export const PlannedSection = z.object({
  id: z.string().min(1).max(60),
  heading: z.string().trim().min(1).max(200),
  kind: SectionKind,
  tasks: z.array(TaskId),
})
export type PlannedSection = z.infer<typeof PlannedSection>

/** A question back to the user before a plan can run; `answer` is null until it is given, and empty where it was passed over. */
export const Clarification = z.object({
  id: z.string().min(1).max(60),
  question: z.string().min(1),
  options: z.array(z.string().min(1)).max(6).default([]),
  answer: z.string().max(1000).nullable().default(null),
})
export type Clarification = z.infer<typeof Clarification>

/** What is wrong with a plan, by a key that shells have words for. */
export const PlanIssue = z.object({
  key: z.enum([
    'cycle',
    'unknown_dependency',
    'same_id',
    'no_tasks',
    'too_many_tasks',
    'same_task',
    'missing_scope',
    'missing_call',
    'unknown_document',
    /** The plan is about documents that no task looks into: `about` names them. */
    'documents_left_out',
    'unknown_tool',
    'section_without_task',
    'task_without_section',
    'goal_not_covered',
  ]),
  /** The tasks or sections it is about. */
  about: z.array(z.string()).default([]),
  /** A plan with an issue that stops cannot run. */
  stops: z.boolean(),
})
export type PlanIssue = z.infer<typeof PlanIssue>

/** Two at most: more is a form to fill in. */
const clarifications = z.array(Clarification).max(2).default([])

/** How a question that takes more than one search is to be answered. Source: PlanSpec of the system architecture. */
export const PlanSpec = z.object({
  plan_id: z.string().min(1).max(64),
  /** The job as the user gave it. */
  goal: z.string().trim().min(1).max(MAX_GOAL_LENGTH),
  language: ResearchLanguage,
  question_type: QuestionType,
  status: z.enum(['ready', 'needs_clarification', 'issues']),
  tasks: z.array(PlanTask).max(MAX_TASKS),
  sections: z.array(PlannedSection).max(MAX_TASKS).default([]),
  clarifications,
  issues: z.array(PlanIssue).default([]),
  /** Where every task looks that has no scope of its own; absent for everything. */
  scope: SearchFilter.optional(),
  /** The ready-made job it was made from. */
  job: z.string().max(60).optional(),
  /** `rules`, or the name of the model that made it. */
  made_by: z.string().min(1).default('rules'),
})
export type PlanSpec = z.infer<typeof PlanSpec>
