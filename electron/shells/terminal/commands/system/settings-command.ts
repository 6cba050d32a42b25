import { SettingsPatch } from '@shared/settings'
import { UsageError } from '../../args'
import { type Command, type Context, exitCode } from '../../command'
import { tableLines } from '../../print/align-columns'
import { printableJson, printableLine, printedAsJson } from '../../print/printable'
import { saySentence } from '../../print/problems'

export const settings: Command = {
  name: 'settings',
  usage: '[<name> [<value>]] [--json]',
  about: 'aboutSettings',
  options: ['json'],
  needs: null,
  maxOperands: 2,
  async run(context) {
    const [name, value] = context.args.operands
    return value === undefined || name === undefined ? show(context, name) : change(context, name, value)
  },
}

/** Every setting by its name, as `retrieval.passages`, with what it is now; or those of one name. */
async function show(context: Context, name: string | undefined): Promise<number> {
  const { out } = context
  const all = await (await context.client()).settings.get()
  if (name === undefined && printedAsJson(context, all)) return exitCode.fine
  const rows = namedValues(all).filter(([own]) => name === undefined || own === name || own.startsWith(`${name}.`))
  if (rows.length === 0) throw new UsageError('noSetting', { value: name ?? '' }, 'settings')
  if (printedAsJson(context, Object.fromEntries(rows))) return exitCode.fine
  for (const line of tableLines(rows.map(([own, value]) => [own, printableLine(printableJson(value))]))) out.line(line)
  return exitCode.fine
}

async function change(context: Context, name: string, text: string): Promise<number> {
  const client = await context.client()
  const before = namedValues(await client.settings.get())
  // What is not there would be dropped without a word.
  if (!before.some(([own]) => own === name)) throw new UsageError('noSetting', { value: name }, 'settings')
  const patch = SettingsPatch.safeParse(nested(name.split('.'), valueOf(text)))
  if (!patch.success) {
    const message = saySentence(patch.error.issues[0]?.message ?? '', context.say)
    throw new UsageError('settingNotThat', { name, value: text, message }, 'settings')
  }
  await client.settings.set(patch.data)
  return show(context, name)
}

type Named = readonly [name: string, value: unknown]

/** The settings of groups under `group.name`; a list, and what is kept by other names, is one value. */
function namedValues(group: object, above = ''): Named[] {
  return Object.entries(group).flatMap(([key, value]: [string, unknown]) => {
    const name = `${above}${key}`
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value) && !oneValue.has(name)
    return isGroup ? namedValues(value, `${name}.`) : [[name, value] as const]
  })
}

/** Replaced as a whole. */
const oneValue: ReadonlySet<string> = new Set(['shortcuts', 'models.tasks'])

function nested([first = '', ...rest]: readonly string[], value: unknown): object {
  return { [first]: rest.length === 0 ? value : nested(rest, value) }
}

/** A number, true, false, null or JSON where it is that, otherwise the text itself. */
function valueOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    // Words need no quotation marks.
    return text
  }
}
