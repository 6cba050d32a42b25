import type { StartResearchInput } from '@shared/api/research-api'
import type { DocumentRecord, SearchFilter } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { PlanSpec } from '@shared/research/plan-spec'
import type { ResearchRun } from '@shared/research/research-run'
import { UsageError } from '../../args'
import type { Client, Context } from '../../command'
import { asked, isConfirmed } from '../../print/ask-user'
import { printableLine } from '../../print/printable'
import { textOfFile } from '../../print/whole-file'
import { planLines, watchRun } from './research-progress'

interface BegunRun {
  readonly id: string
  /** Number of the last step that was told. */
  readonly told: number
}

/**
 * Begins a run: shows its plan and asks before it runs, unless `--yes`. Returns it once it runs; null where the user is to decide
 * later.
 */
export async function startResearch(context: Context, client: Client, goal: string): Promise<BegunRun | null> {
  const { args, err, say } = context
  const { id } = await client.research.start(await inputOf(context, client, goal))
  const { run, told } = await watchRun(context, id, client)
  if (context.signal.aborted || run.header.state !== 'waiting') return { id, told }
  const planned = await answered(context, client, run)
  for (const line of planLines(planned, say)) err.line(line)
  for (const { key, about } of planned.plan?.issues ?? []) {
    err.line(say(`issue_${key}`, { about: printableLine(about.join(', ')) }))
  }
  if (!args.has('yes') && !(await isConfirmed(context, say('researchRunNow')))) {
    err.line(say('researchWaits', { id }))
    return null
  }
  await client.research.run({ id })
  return { id, told }
}

async function inputOf(context: Context, client: Client, goal: string): Promise<StartResearchInput> {
  const { args, locale } = context
  const plan = args.text('plan')
  const [job, model] = [args.text('job'), args.text('model')]
  const filter = await filterOf(context, client)
  return {
    goal,
    ...(plan === undefined ? {} : { plan: await planIn(context.resolvePath(plan)) }),
    ...(filter ? { filter } : {}),
    ...(job === undefined ? {} : { job }),
    ...(model === undefined ? {} : { model }),
    ...(locale ? { locale } : {}),
  }
}

/** The plan in a file. Throws INVALID_INPUT that says where it is wrong. */
export async function planIn(path: string): Promise<PlanSpec> {
  const parsed = PlanSpec.safeParse(jsonIn(await textOfFile(path), path))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue ? [issue.path.join('.'), issue.message].filter(Boolean).join(': ') : ''
  throw new CairnError('INVALID_INPUT', `${path} is no plan: ${where}`, 'Correct it, or leave --plan out.')
}

function jsonIn(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CairnError('INVALID_INPUT', `${path} is not JSON.`, 'Correct it, or leave --plan out.')
  }
}

async function filterOf({ args }: Context, client: Client): Promise<SearchFilter | undefined> {
  const collection = args.text('collection')
  const named = args.text('documents')
  if (collection === undefined && named === undefined) return undefined
  const records = named === undefined ? [] : await client.documents.list({})
  const names = named?.split(',').map((name) => name.trim()) ?? []
  return {
    ...(collection === undefined ? {} : { collections: [collection] }),
    ...(named === undefined ? {} : { documents: names.filter(Boolean).flatMap((name) => idsOf(name, records)) }),
  }
}

/** Documents of an id, a name or a title. */
function idsOf(name: string, records: readonly DocumentRecord[]): string[] {
  const found = records.filter((record) => [record.id, record.name, record.title].includes(name))
  if (found.length > 0) return found.map(({ id }) => id)
  throw new UsageError('noDocumentCalled', { value: name }, 'research')
}

/** The run once its questions are answered; those nobody answers are passed over when it runs. */
async function answered(context: Context, client: Client, run: ResearchRun): Promise<ResearchRun> {
  const { args, err, say, world } = context
  const { plan, header } = run
  if (plan?.status !== 'needs_clarification') return run
  const answers: Record<string, string> = {}
  for (const { id, question, options } of plan.clarifications) {
    err.line(printableLine(question))
    for (const [at, option] of options.entries()) err.line(`  ${at + 1}. ${printableLine(option)}`)
    if (args.has('yes') || world.stdin.isTTY !== true) continue
    const given = await asked(context, say('researchAnswer'))
    answers[id] = options[Number(given) - 1] ?? given
  }
  const made = await client.research.clarify({ id: header.id, answers })
  return { ...run, plan: made }
}
