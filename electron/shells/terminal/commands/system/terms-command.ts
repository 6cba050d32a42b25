import { type OwnTerm, OwnTerms } from '@shared/terms'
import { choiceOf, UsageError } from '../../args'
import { type Command, type Context, exitCode } from '../../command'
import { tableLines } from '../../print/align-columns'
import { printableLine, printedAsJson } from '../../print/printable'
import { saySentence } from '../../print/problems'

const actions: Readonly<Record<string, (context: Context, operands: readonly string[]) => Promise<number>>> = {
  list,
  add,
  remove,
  lookup,
}

export const terms: Command = {
  name: 'terms',
  usage: 'list|add <english> <chinese…>|remove <english…>|lookup <text> [--json]',
  about: 'aboutTerms',
  options: ['json'],
  needs: 'whatTermAction',
  maxOperands: Infinity,
  run(context) {
    const [name = '', ...operands] = context.args.operands
    return choiceOf(actions, name, 'terms')(context, operands)
  },
}

async function list(context: Context): Promise<number> {
  const { out, say } = context
  const { own, shipped } = await (await context.client()).terms.list()
  if (printedAsJson(context, { own, shipped })) return exitCode.fine
  const rows = own.map(({ english, chinese }) => [printableLine(english), chinese.map(printableLine).join('、')])
  for (const line of tableLines(rows)) out.line(line)
  out.line(say('termCounts', { own: own.length, shipped }))
  return exitCode.fine
}

/** Adds a row; Chinese terms of a row that is there are added behind its own. */
async function add(context: Context, [english = '', ...chinese]: readonly string[]): Promise<number> {
  if (english === '' || chinese.length === 0) throw new UsageError('whatTerm', {}, 'terms')
  const { own } = await (await context.client()).terms.list()
  const isSame = (row: OwnTerm) => row.english.toLowerCase() === english.trim().toLowerCase()
  const before = own.find(isSame)
  const row = { english, chinese: [...new Set([...(before?.chinese ?? []), ...chinese])] }
  return save(context, before ? own.map((one) => (isSame(one) ? row : one)) : [...own, row])
}

async function remove(context: Context, english: readonly string[]): Promise<number> {
  if (english.length === 0) throw new UsageError('whatTerm', {}, 'terms')
  const { own } = await (await context.client()).terms.list()
  const gone = new Set(english.map((term) => term.trim().toLowerCase()))
  const missing = [...gone].filter((term) => !own.some((row) => row.english.toLowerCase() === term))
  if (missing.length > 0) throw new UsageError('noTerm', { value: missing.join(', ') }, 'terms')
  return save(
    context,
    own.filter((row) => !gone.has(row.english.toLowerCase())),
  )
}

async function save(context: Context, rows: readonly OwnTerm[]): Promise<number> {
  const checked = OwnTerms.safeParse(rows)
  if (!checked.success) {
    const message = saySentence(checked.error.issues[0]?.message ?? '', context.say)
    throw new UsageError('saidAlready', { message }, 'terms')
  }
  const { own, shipped } = await (await context.client()).terms.set({ own: checked.data })
  context.out.line(context.say('termCounts', { own: own.length, shipped }))
  return exitCode.fine
}

/** What is searched for the terms of a text. */
async function lookup(context: Context, words: readonly string[]): Promise<number> {
  const { out, err, say } = context
  const text = words.join(' ').trim()
  if (text === '') throw new UsageError('whatTerm', {}, 'terms')
  const found = await (await context.client()).terms.lookup({ text })
  if (printedAsJson(context, found)) return exitCode.fine
  if (found.length === 0) err.line(say('termUnknown'))
  const rows = found.map(({ term, translations, own }) => [
    printableLine(term),
    translations.map(printableLine).join('、'),
    own ? say('termOwn') : '',
  ])
  if (rows.length > 0) for (const line of tableLines(rows)) out.line(line)
  return found.length > 0 ? exitCode.fine : exitCode.failed
}
