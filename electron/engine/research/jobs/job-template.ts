import { z } from 'zod'
import { ResearchJob } from '@shared/api/research-api'
import { MAX_TASKS, SectionKind } from '@shared/research/plan-spec'
import { tasksInCycles } from '@shared/research/plan-order'

/** A text in both languages; `{subject}` and `{documents}`, of a pair also `{from}` and `{to}`, are filled in. */
const JobText = z.strictObject({ en: z.string().trim().min(1).max(1000), zh: z.string().trim().min(1).max(1000) })
const Key = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/u, 'A key is small letters, digits and _.')

const JobTask = z.strictObject({
  key: Key,
  tool: z.enum(['search', 'read', 'graph', 'tables', 'differences']),
  /** `each`: once for each document; `pair`: for the two documents, the older one first. */
  for: z.enum(['once', 'each', 'pair']).default('once'),
  ask: JobText,
  /** Asked instead where the user names no subject. */
  ask_whole: JobText.optional(),
  /** In which respect it looks, such as a row of a comparison. */
  aspect: JobText.optional(),
  /** Keys of sections. */
  under: z.array(Key).min(1),
  /** Keys of the tasks whose findings it needs. */
  after: z.array(Key).default([]),
})
export type JobTask = z.infer<typeof JobTask>

const JobSection = z.strictObject({ key: Key, kind: SectionKind, heading: JobText })

/** A ready-made job as a file of `research-jobs` or of Cairn's own: a plan with blanks. */
export const JobTemplate = z
  .strictObject({
    /** Said by editors that know the schema. */
    $schema: z.string().optional(),
    ...ResearchJob.shape,
    id: z.string().regex(/^[a-z][a-z0-9-]{0,59}$/u, 'An id is small letters, digits and hyphens.'),
    title: JobText,
    description: JobText,
    /** What goals call it: "briefing" of "Write a briefing on pumps". */
    asked: z
      .strictObject({ en: z.array(z.string().min(1)), zh: z.array(z.string().min(1)) })
      .default({ en: [], zh: [] }),
    tasks: z.array(JobTask).min(1).max(MAX_TASKS),
    sections: z.array(JobSection).min(1).max(MAX_TASKS),
  })
  .superRefine((job, context) => {
    for (const message of problemsOf(job)) context.addIssue({ code: 'custom', message })
  })
export type JobTemplate = z.infer<typeof JobTemplate>

interface Parts {
  readonly needs: ResearchJob['needs']
  readonly tasks: readonly JobTask[]
  readonly sections: readonly z.infer<typeof JobSection>[]
}

/** What each field may be by itself and the whole may not. */
function problemsOf({ needs, tasks, sections }: Parts): string[] {
  const keys = tasks.map(({ key }) => key)
  const sectionKeys = sections.map(({ key }) => key)
  const { min, max } = needs.documents
  const circle = tasksInCycles(tasks.map(({ key, after }) => ({ id: key, depends_on: after })))
  return [
    ...keys.filter((key, at) => keys.indexOf(key) < at).map((key) => `Two tasks are called ${key}.`),
    ...sectionKeys.filter((key, at) => sectionKeys.indexOf(key) < at).map((key) => `Two sections are called ${key}.`),
    ...(max !== null && max < min ? ['It needs more documents than it takes.'] : []),
    ...(circle.length > 0 ? [`These tasks wait for each other: ${circle.join(', ')}.`] : []),
    ...sectionKeys
      .filter((key) => !tasks.some(({ under }) => under.includes(key)))
      .map((key) => `No task stands under ${key}.`),
    ...sections.flatMap(({ key, heading }) =>
      needs.subject === 'required' ? [] : blankProblem(`The heading of ${key}`, heading),
    ),
    ...tasks.flatMap((task) => taskProblems(task, { needs, keys, sectionKeys })),
  ]
}

function taskProblems(
  { key, tool, for: place, ask, ask_whole: whole, after, under }: JobTask,
  {
    needs,
    keys,
    sectionKeys,
  }: { readonly needs: ResearchJob['needs']; readonly keys: string[]; readonly sectionKeys: string[] },
): string[] {
  const isOfTwo = needs.documents.min >= 2
  return [
    ...after.filter((one) => !keys.includes(one)).map((one) => `${key} waits for ${one}, which is no task.`),
    ...under
      .filter((one) => !sectionKeys.includes(one))
      .map((one) => `${key} stands under ${one}, which is no section.`),
    ...(tool === 'differences' && place !== 'pair' ? [`${key} tells differences: it is for a pair.`] : []),
    ...(place === 'pair' && !isOfTwo ? [`${key} is for a pair: the job needs two documents.`] : []),
    ...(needs.subject === 'required' ? [] : blankProblem(`What ${key} asks`, whole ?? ask)),
  ]
}

/** A subject that nobody need name leaves a blank. */
function blankProblem(what: string, text: z.infer<typeof JobText>): string[] {
  return [text.en, text.zh].some((one) => one.includes('{subject}'))
    ? [`${what} has a blank where no subject is named.`]
    : []
}
