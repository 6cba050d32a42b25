import { UsageError } from '../../args'
import { type Client, type Context, exitCode } from '../../command'
import { printableLine, printedAsJson } from '../../print/printable'
import { planIn } from './start-research'

type Act = (context: Context, operands: readonly string[], client: Client) => Promise<number>

/** What is done with a run that is named by more than its id, or is no longer listed. */
export const otherActs: Readonly<Record<string, Act>> = {
  rename: async ({ out, say }, [wanted = '', ...words], client) => {
    const title = words.join(' ').trim()
    if (title === '') throw new UsageError('whatTitle', {}, 'research')
    const header = await client.research.rename({ id: await runOf(wanted, client), title })
    out.line(say('sessionRenamed', { name: printableLine(header.title) }))
    return exitCode.fine
  },
  plan: async (context, [wanted = '', file = ''], client) => {
    const id = await runOf(wanted, client)
    const plan = await client.research.set_plan({ id, plan: await planIn(context.resolvePath(file)) })
    if (!printedAsJson(context, plan)) context.out.line(context.say('planSet', { count: plan.tasks.length }))
    return exitCode.fine
  },
  restore: async ({ out, say }, [id = ''], client) => {
    out.line(say('restored', { name: printableLine((await client.research.restore({ id })).title) }))
    return exitCode.fine
  },
}

/** Puts a run into the trash; it can be brought back for thirty days. */
export async function trashRun({ out, say }: Context, id: string, client: Client): Promise<number> {
  await client.research.trash({ id })
  out.line(say('putInTrash', { name: id }))
  return exitCode.fine
}

/** What a run that was done again found otherwise than the one before. */
export async function differences(context: Context, id: string, client: Client): Promise<number> {
  const { out, err, say } = context
  const found = await client.research.differences({ id })
  if (printedAsJson(context, found)) return exitCode.fine
  if (found.length === 0) err.line(say('nothingDiffers'))
  for (const { change, claim, before } of found) {
    if (before) out.line(`- ${printableLine(before.text)}`)
    out.line(`${change === 'gone' ? '-' : '+'} ${printableLine(claim.text)}`)
  }
  return exitCode.fine
}

/** A run by its id, or by its title where only one has it. Throws UsageError otherwise. */
export async function runOf(wanted: string, client: Client): Promise<string> {
  const runs = await client.research.list()
  const called = runs.filter(({ title }) => title === wanted)
  const one = runs.find(({ id }) => id === wanted) ?? (called.length === 1 ? called[0] : undefined)
  if (one) return one.id
  throw new UsageError('noResearch', { value: wanted }, 'research')
}
