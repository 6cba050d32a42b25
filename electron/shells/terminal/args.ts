import { parseArgs } from 'node:util'
import type { Say, Word } from './words/terminal-words'

/** Wrong usage: printed with the usage line, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'

  constructor(
    readonly word: Word,
    readonly values: Readonly<Record<string, string>> = {},
    /** The command whose usage helps, where it is known. */
    readonly command?: string,
  ) {
    super(word)
  }
}

const optionTypes = {
  store: 'string',
  lang: 'string',
  collection: 'string',
  tag: 'string',
  dates: 'string',
  changed: 'string',
  sample: 'boolean',
  text: 'string',
  again: 'boolean',
  folder: 'string',
  folders: 'boolean',
  ignore: 'string',
  kinds: 'string',
  'max-mb': 'string',
  depth: 'string',
  'read-again': 'boolean',
  readable: 'boolean',
  session: 'string',
  out: 'string',
  plan: 'string',
  job: 'string',
  documents: 'string',
  port: 'string',
  open: 'boolean',
  json: 'boolean',
  anyway: 'boolean',
  turn: 'string',
  preview: 'boolean',
  format: 'string',
  all: 'boolean',
  'no-ocr': 'boolean',
  // As exports are by default now; for commands that were written before.
  'with-sensitive': 'boolean',
  'replace-paths': 'boolean',
  search: 'boolean',
  expect: 'string',
  allow: 'string',
  remove: 'boolean',
  fetch: 'boolean',
  yes: 'boolean',
  from: 'string',
  undo: 'boolean',
  model: 'string',
  graph: 'string',
  a: 'string',
  b: 'string',
  label: 'string',
  settings: 'string',
  password: 'boolean',
  keychain: 'boolean',
  passphrase: 'boolean',
  'passphrase-fd': 'string',
  'whole-part': 'boolean',
  keep: 'string',
  every: 'string',
  to: 'string',
  list: 'boolean',
  moment: 'string',
  state: 'string',
  slower: 'string',
  since: 'string',
  'with-text': 'boolean',
  help: 'boolean',
  version: 'boolean',
} as const

export type OptionName = keyof typeof optionTypes
type TextOption = { [Name in OptionName]: (typeof optionTypes)[Name] extends 'string' ? Name : never }[OptionName]
const globalOptions: readonly OptionName[] = ['store', 'lang', 'help', 'version']

export interface Arguments {
  /** The first word, or undefined where there is none. */
  readonly command: string | undefined
  readonly operands: readonly string[]
  /** The arguments behind the operand, for a command that forwards them (`bench speed --n 5`). */
  readonly rest: readonly string[]
  text(name: TextOption): string | undefined
  has(name: OptionName): boolean
}

/**
 * Splits a command line. What follows the first operand of a `forwarding` command is left as it is. Throws UsageError for
 * options that do not exist or lack their value.
 */
export function parseArguments(argv: readonly string[], forwarding: ReadonlySet<string>): Arguments {
  const { tokens } = tokenise(argv)
  const words = tokens.filter((token) => token.kind === 'positional')
  const command = words[0]?.value
  const forwarder = command !== undefined && forwarding.has(command) ? words[1] : undefined
  const rest = forwarder ? argv.slice(forwarder.index + 1) : []
  const own = forwarder ? tokens.filter((token) => token.index <= forwarder.index) : tokens

  const values = new Map<OptionName, string | true>()
  for (const token of own) {
    if (token.kind !== 'option') continue
    values.set(...checkedOption(token, command))
  }
  return {
    command,
    operands: own.flatMap((token) => (token.kind === 'positional' ? [token.value] : [])).slice(1),
    rest,
    text: (name) => {
      const value = values.get(name)
      return typeof value === 'string' ? value : undefined
    },
    has: (name) => values.has(name),
  }
}

function tokenise(argv: readonly string[]) {
  const options = Object.fromEntries(Object.entries(optionTypes).map(([name, type]) => [name, { type }]))
  return parseArgs({
    args: [...argv],
    options: { ...options, help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'V' } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
}

interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

function checkedOption(token: OptionToken, command: string | undefined): [OptionName, string | true] {
  const problem = (word: Word) => new UsageError(word, { name: token.rawName }, command)
  if (!isOption(token.name)) throw problem('unknownOption')
  if (optionTypes[token.name] === 'boolean') {
    if (token.value !== undefined) throw problem('optionTakesNoValue')
    return [token.name, true]
  }
  // `--store --json` forgot the folder; a value that really begins with a dash is written --store=-x.
  const forgotten = !token.value || (token.inlineValue === false && token.value.startsWith('-'))
  if (forgotten) throw problem('optionNeedsValue')
  return [token.name, token.value ?? '']
}

/** The choice that an operand names. Throws UsageError where there is none of that name. */
export function choiceOf<T>(choices: Readonly<Record<string, T>>, name: string, command: string): T {
  const choice = Object.hasOwn(choices, name) ? choices[name] : undefined
  if (choice === undefined) throw new UsageError('tooManyOperands', { command, value: name }, command)
  return choice
}

/** The value of an option that takes one of a few. Throws UsageError that names them. */
export function oneOf<T extends string>(
  values: readonly T[],
  value: string,
  { option, command }: { readonly option: OptionName; readonly command: string },
): T {
  const found = values.find((one) => one === value)
  if (found !== undefined) return found
  throw new UsageError('badChoice', { option: `--${option}`, names: values.join(', '), value }, command)
}

function isOption(name: string): name is OptionName {
  return Object.hasOwn(optionTypes, name)
}

/** Throws UsageError where the operands or options are not this command's. */
export function checkArguments(
  args: Arguments,
  command: { name: string; options: readonly OptionName[]; needs: Word | null; maxOperands: number },
  say: Say,
): void {
  for (const name of Object.keys(optionTypes).filter(isOption)) {
    if (args.has(name) && !globalOptions.includes(name) && !command.options.includes(name)) {
      throw new UsageError('optionNotHere', { name: `--${name}`, command: command.name }, command.name)
    }
  }
  if (command.needs && args.operands.length === 0) {
    const what = say(command.needs)
    throw new UsageError('missingOperand', { command: command.name, what }, command.name)
  }
  const surplus = args.operands[command.maxOperands]
  if (surplus !== undefined) {
    throw new UsageError('tooManyOperands', { command: command.name, value: surplus }, command.name)
  }
}
